import * as z from 'zod/mini';
import { ttlMap } from '../lib/caching.ts';
import { nowIso } from '../lib/fields.ts';
import { TagSighting } from './records/default-widget.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/** A site is noted again after this time, in milliseconds. */
const AGAIN_MS = 3_600_000;
/** The least time between two writes of an instance, in milliseconds, because anyone can name sites. */
const PAUSE_MS = 5_000;
const MAX_SITES = 20;
const MAX_ORIGIN_LENGTH = 300;

const Stored = z.object({ sites: z.array(TagSighting) });
const DOCUMENT = { kind: 'settings', id: 'tag-sightings', schema: Stored } as const;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & { background: Background };

export function tagSightings(dependencies: Dependencies) {
  const { clock, background } = dependencies;
  const noted = ttlMap<true>({ clock, ttlMs: AGAIN_MS, max: 1_000 });
  let mayWriteFromMs = 0;

  async function store(origin: string): Promise<void> {
    await updateDocument('tag-sightings', dependencies, DOCUMENT, (stored) => {
      const others = (stored?.value.sites ?? []).filter((site) => site.origin !== origin);
      const sites = [{ origin, at: nowIso(clock) }, ...others].slice(0, MAX_SITES);
      return { value: { sites }, result: undefined };
    });
  }

  return {
    /** The sites that have loaded the plain tag, the latest first. */
    async list(): Promise<TagSighting[]> {
      return (await readDocument(dependencies.ledger, DOCUMENT))?.value.sites ?? [];
    },

    /**
     * Notes in the background that a page has loaded the plain tag. A page of the service itself, and a
     * request without a referrer, is not noted.
     */
    note(referrer: string | undefined, serviceOrigin: string): void {
      const { origin = '', protocol = '' } = URL.parse(referrer ?? '') ?? {};
      const isSite = /^https?:$/.test(protocol) && origin !== serviceOrigin;
      if (!isSite || origin.length > MAX_ORIGIN_LENGTH) return;
      if (noted.get(origin) || clock.now() < mayWriteFromMs) return;
      noted.set(origin, true);
      mayWriteFromMs = clock.now() + PAUSE_MS;
      background.run(store(origin));
    },
  };
}

/** The sites on which the plain tag was seen. */
export type TagSightings = ReturnType<typeof tagSightings>;
