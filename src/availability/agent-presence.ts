import { OFFLINE_AFTER_MS, teamStatus, type AgentStatus, type TeamStatus } from './rules/agent-status.ts';
import { refreshedCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { AgentClaims, Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from './colleagues.ts';

/** The interval of requests to the real-time service while the status is used, in milliseconds. */
const REFRESH_MS = 15_000;
const MAX_AGE_MS = 60_000;
/** The oldest status for a visitor who asks for a person: one request of many visitors together. */
const ASKED_AGE_MS = 2000;

type Dependencies = Pick<Ports, 'clock' | 'realtime'> & {
  colleagues: Pick<Colleagues, 'choose' | 'listAll'>;
  background: Background;
};

/**
 * Computes the availability from real-time connections and the agents' choices (ADR 19). Requests do not
 * count as presence. After the last connection ends, an agent counts for two more minutes, because pages
 * reload.
 */
export function agentPresence({ clock, realtime, colleagues, background }: Dependencies) {
  const looks = refreshedCache<TeamStatus>({ clock, freshMs: REFRESH_MS, maxAgeMs: MAX_AGE_MS, background });
  /** When this instance last saw each agent connected, in milliseconds since the epoch. */
  const seenMs = new Map<string, number>();

  /** Updates `seenMs`; false if the real-time service is unavailable. */
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
    /** Stores an agent's chosen status; effective immediately on this instance. */
    async choose(agent: AgentClaims, status: AgentStatus): Promise<void> {
      await colleagues.choose(agent, status);
      looks.forget('team');
    },
    /** The team's status, at most a minute old; two seconds if a visitor `asks` for a person. */
    team: (asks: boolean): Promise<TeamStatus> => looks.get('team', load, asks ? ASKED_AGE_MS : MAX_AGE_MS),
  };
}

export type AgentPresence = ReturnType<typeof agentPresence>;
