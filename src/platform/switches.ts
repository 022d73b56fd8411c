import * as z from 'zod/mini';
import { refreshedCache } from '../lib/caching.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { AppError } from '../core/errors.ts';
import type { Switches } from './records/switches.ts';
import type { Ports } from '../ports.ts';
import type { Background } from './background.ts';
import { readDocument, updateDocument } from './ledger-documents.ts';
import { refuseStale, type Expected } from './ledger-records.ts';

/** How long an instance uses the switches that it has read, in milliseconds. */
const TTL_MS = 15_000;

interface StoredSwitches {
  switches: Switches;
  etag: string;
}

const isOn = () => z._default(z.boolean(), false);
const Stored = z.object({ assistantStopped: isOn(), chatOff: isOn() });
const DOCUMENT = { kind: 'settings', id: 'switches', schema: Stored, consistency: 'strong' } as const;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & { background: Background };

export function serviceSwitches(dependencies: Dependencies) {
  const { clock, background } = dependencies;
  const cached = refreshedCache<StoredSwitches>({ clock, background, freshMs: TTL_MS, maxAgeMs: TTL_MS });

  /** Reads with strong consistency; by default nothing is switched off. */
  async function read(): Promise<StoredSwitches> {
    const stored = await readDocument(dependencies.ledger, DOCUMENT);
    return { switches: stored?.value ?? Stored.parse({}), etag: entityTag(stored?.version ?? 'absent') };
  }

  /** The switches as of the last 15 s; those that this instance has saved apply immediately. */
  const current = async (): Promise<Switches> => (await cached.get('', read)).switches;

  /** The last known switches without waiting. Older than 15 s, they are read in the background. */
  const known = (): Switches | undefined => cached.latest('', read)?.switches;

  return {
    read,
    current,
    known,

    /** Whether scripts show no chat. During an outage of the store, the last known value decides. */
    async isChatOff(): Promise<boolean> {
      try {
        return (await current()).chatOff;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'store-unavailable') throw error;
        return known()?.chatOff ?? false;
      }
    },

    /** Throws `precondition-failed` if the stored version differs from `expected`. */
    async save(switches: Switches, expected: Expected): Promise<StoredSwitches> {
      const { version } = await updateDocument('switches', dependencies, DOCUMENT, (stored) => {
        refuseStale(entityTag(stored?.version ?? 'absent'), expected);
        return { value: switches, result: undefined };
      });
      cached.forget('');
      return { switches, etag: entityTag(version) };
    },
  };
}

/** The switches of the deployment, which apply to all visitors. */
export type ServiceSwitches = ReturnType<typeof serviceSwitches>;
