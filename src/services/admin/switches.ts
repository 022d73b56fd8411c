import * as z from 'zod/mini';
import { ttlCache } from '../../domain/caching.ts';
import { entityTag } from '../../domain/entity-tag.ts';
import type { Switches } from '../../domain/records/switches.ts';
import type { Ports } from '../../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';

/** How long an instance uses the switches that it has read, in milliseconds. */
const TTL_MS = 15_000;

interface StoredSwitches {
  switches: Switches;
  etag: string;
}

const Stored = z.object({ assistantStopped: z._default(z.boolean(), false) });
const DOCUMENT = { kind: 'settings', id: 'switches', schema: Stored, consistency: 'strong' } as const;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>;

export function serviceSwitches(dependencies: Dependencies) {
  const cached = ttlCache<StoredSwitches>({ clock: dependencies.clock, ttlMs: TTL_MS });

  /** Reads with strong consistency; by default nothing is switched off. */
  async function read(): Promise<StoredSwitches> {
    const stored = await readDocument(dependencies.ledger, DOCUMENT);
    return { switches: stored?.value ?? Stored.parse({}), etag: entityTag(stored?.version ?? 'absent') };
  }

  return {
    read,

    /** The switches as of the last 15 s; those that this instance has saved apply immediately. */
    current: async (): Promise<Switches> => (await cached.get('', read)).switches,

    /** Throws `precondition-failed` if the stored version differs from `expected`. */
    async save(switches: Switches, expected: Expected): Promise<StoredSwitches> {
      const { version } = await updateDocument('switches', dependencies, DOCUMENT, (stored) => {
        refuseStale(entityTag(stored?.version ?? 'absent'), expected);
        return { value: switches, result: undefined };
      });
      const saved = { switches, etag: entityTag(version) };
      cached.set('', saved);
      return saved;
    },
  };
}

/** The switches of the deployment, which apply to all visitors. */
export type ServiceSwitches = ReturnType<typeof serviceSwitches>;
