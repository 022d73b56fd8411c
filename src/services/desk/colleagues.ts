import * as z from 'zod/mini';
import { ttlMap } from '../../domain/caching.ts';
import type { AgentClaims, Clock, Ledger, LedgerEntry, Random, Telemetry } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { updateDocument } from '../platform/ledger-documents.ts';

/** An agent as colleagues know them. */
export interface Colleague {
  oid: string;
  name: string;
  /** To within five minutes. */
  lastSeenAt: string;
}

export interface Colleagues {
  /** Notes in the background that an agent is at work; writes at most every five minutes. */
  seen(agent: AgentClaims): void;
  /** Everyone who has been here in the last twelve hours, by name. */
  list(): Promise<Colleague[]>;
  /** Everyone who has ever been here. */
  known(): Promise<Colleague[]>;
  /** One of those of the last twelve hours. */
  find(oid: string): Promise<Colleague | undefined>;
}

const KIND = 'agents';
const WRITE_EVERY_MS = 5 * 60_000;
/** A working day: who was seen in it can be handed a conversation. */
const LATELY_MS = 12 * 3_600_000;

const Stored = z.object({ name: z.string(), lastSeenAt: z.iso.datetime() });

interface Dependencies {
  ledger: Ledger;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  background: Background;
}

/** Who of the business's agents has signed in lately. */
export function colleagues(dependencies: Dependencies): Colleagues {
  const { ledger, clock, background } = dependencies;
  const noted = ttlMap<true>({ clock, ttlMs: WRITE_EVERY_MS });

  async function note({ oid, name }: AgentClaims): Promise<void> {
    await updateDocument('agent', dependencies, { kind: KIND, id: oid, schema: Stored }, (stored) => {
      const known = stored?.value;
      const isRecent = known && clock.now() - Date.parse(known.lastSeenAt) < WRITE_EVERY_MS;
      const lastSeenAt = new Date(clock.now()).toISOString();
      return {
        ...(!(isRecent && known.name === name) && { value: { name, lastSeenAt } }),
        result: undefined,
      };
    });
  }

  function colleague({ id, value }: LedgerEntry): Colleague {
    return { oid: id, ...Stored.parse(value) };
  }

  const known = async () => (await ledger.list(KIND)).map(colleague);

  function isHere({ lastSeenAt }: Colleague): boolean {
    return clock.now() - Date.parse(lastSeenAt) < LATELY_MS;
  }

  return {
    seen(agent) {
      if (noted.get(agent.oid)) return;
      noted.set(agent.oid, true);
      background.run(note(agent));
    },
    known,
    async list() {
      const everyone = await known();
      return everyone.filter(isHere).toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async find(oid) {
      const entry = await ledger.read(KIND, oid);
      const known = entry && colleague(entry);
      return known && isHere(known) ? known : undefined;
    },
  };
}
