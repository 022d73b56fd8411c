import {
  OFFLINE_AFTER_MS,
  teamStatus,
  type AgentStatus,
  type TeamStatus,
} from '../../domain/availability.ts';
import { refreshedCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import type { AgentClaims, Ports } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from './colleagues.ts';

/** Who of the agents is there to answer. */
export interface AgentPresence {
  /** Stores an agent's choice; on this instance it counts immediately. */
  choose(agent: AgentClaims, status: AgentStatus): Promise<void>;
  /** The result of the last request to the real-time service, at most a minute old. */
  team(): Promise<TeamStatus>;
}

/** How often the real-time service is asked while the answer is wanted, in milliseconds. */
const REFRESH_MS = 15_000;
const MAX_AGE_MS = 60_000;

type Dependencies = Pick<Ports, 'clock' | 'realtime'> & {
  colleagues: Pick<Colleagues, 'choose' | 'listAll'>;
  background: Background;
};

/**
 * Availability by connections and choices. The real-time service says who is connected; requests are no sign
 * of presence. An agent whose last connection has ended counts for two more minutes, as a page that reloads.
 */
export function agentPresence({ clock, realtime, colleagues, background }: Dependencies): AgentPresence {
  const looks = refreshedCache<TeamStatus>({ clock, freshMs: REFRESH_MS, maxAgeMs: MAX_AGE_MS, background });
  /** When each agent was connected last, as far as this instance saw. */
  const seenMs = new Map<string, number>();

  /** False where the real-time service cannot be asked. */
  async function readConnected(): Promise<boolean> {
    try {
      const connected = await realtime.connectedAgents();
      for (const oid of connected) seenMs.set(oid, clock.now());
    } catch (error) {
      if (error instanceof AppError && error.code === 'realtime-unavailable') return false;
      throw error;
    }
    for (const [oid, atMs] of seenMs) if (clock.now() - atMs >= OFFLINE_AFTER_MS) seenMs.delete(oid);
    return true;
  }

  async function load(): Promise<TeamStatus> {
    const [isKnown, everyone] = await Promise.all([readConnected(), colleagues.listAll()]);
    if (!isKnown) return 'unknown';
    const away = everyone.filter(({ availability }) => availability === 'away').map(({ oid }) => oid);
    return teamStatus(seenMs, new Set(away), clock.now());
  }

  return {
    async choose(agent, status) {
      await colleagues.choose(agent, status);
      looks.forget('team');
    },
    team: () => looks.get('team', load),
  };
}
