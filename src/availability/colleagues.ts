import * as z from 'zod/mini';
import { nowIso } from '../lib/fields.ts';
import { AGENT_STATUSES, type AgentStatus } from './rules/agent-status.ts';
import { ttlMap } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { AgentClaims, LedgerEntry, Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { readable, updateDocument } from '../platform/ledger-documents.ts';

/** An agent in the list of colleagues. */
interface Colleague {
  oid: string;
  name: string;
  /** RFC 3339; exact to five minutes. */
  lastSeenAt: string;
  /** The agent's chosen status; it does not depend on a connection. */
  availability: AgentStatus;
}

const KIND = 'agents';
const WRITE_EVERY_MS = 5 * 60_000;

const Stored = z.object({
  name: z.string(),
  lastSeenAt: z.iso.datetime(),
  availability: z._default(z.enum(AGENT_STATUSES), 'available'),
});

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  background: Background;
};

export function colleagues(dependencies: Dependencies) {
  const { ledger, clock, background } = dependencies;
  const noted = ttlMap<true>({ clock, ttlMs: WRITE_EVERY_MS });

  /**
   * Records an agent's activity at most every five minutes; a `choice` is stored immediately. Returns the
   * stored time of the activity, in milliseconds.
   */
  async function record({ oid, name }: AgentClaims, choice?: AgentStatus): Promise<number> {
    const { result } = await updateDocument(
      'agent',
      dependencies,
      { kind: KIND, id: oid, schema: Stored },
      (stored) => {
        const known = stored?.value;
        const availability = choice ?? known?.availability ?? 'available';
        const isCurrent = known && clock.now() - Date.parse(known.lastSeenAt) < WRITE_EVERY_MS;
        const isSame = isCurrent && known.name === name && known.availability === availability;
        const lastSeenAt = nowIso(clock);
        return {
          ...(!isSame && { value: { name, lastSeenAt, availability } }),
          result: Date.parse(isSame ? known.lastSeenAt : lastSeenAt),
        };
      },
    );
    return result;
  }

  function colleague({ id, value }: LedgerEntry): Colleague {
    return { oid: id, ...Stored.parse(value) };
  }

  const listAll = async () => readable(await ledger.list(KIND), Stored).map(colleague);

  return {
    /** Records an agent's activity, in the background; writes at most every five minutes. */
    recordActivity(agent: AgentClaims): void {
      if (noted.get(agent.oid)) return;
      noted.set(agent.oid, true);
      background.run(
        // Another instance may have stored an earlier time, which counts from then on.
        record(agent).then((seenMs) => noted.set(agent.oid, true, seenMs + WRITE_EVERY_MS - clock.now())),
      );
    },
    /** Stores an agent's chosen status. */
    async choose(agent: AgentClaims, availability: AgentStatus): Promise<void> {
      await record(agent, availability);
    },
    /** An agent's chosen status; default `available`. Undefined while the store is unavailable. */
    async statusOf(oid: string): Promise<AgentStatus | undefined> {
      try {
        const entry = await ledger.read(KIND, oid);
        return entry ? colleague(entry).availability : 'available';
      } catch (error) {
        if (error instanceof AppError && error.code === 'store-unavailable') return undefined;
        throw error;
      }
    },
    /** All stored agents. */
    listAll,
    /** Everyone who has used the agents' endpoints, sorted by name. */
    async list(): Promise<Colleague[]> {
      return (await listAll()).toSorted((one, other) => one.name.localeCompare(other.name));
    },
    /** An agent who has used the agents' endpoints. */
    async find(oid: string): Promise<Colleague | undefined> {
      const entry = await ledger.read(KIND, oid);
      return entry && colleague(entry);
    },
  };
}

export type Colleagues = ReturnType<typeof colleagues>;
