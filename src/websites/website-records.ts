import { AppError } from '../core/errors.ts';
import { derivedId } from '../lib/ids.ts';
import { fieldsOf, nowIso, trusted } from '../lib/fields.ts';
import {
  StoredWebsiteSource,
  WebsiteSource,
  type WebsiteSource as PublicSource,
} from './records/website-source.ts';
import type { Ports, ReadConsistency } from '../ports.ts';
import { ledgerRecords, type LedgerRecord } from '../platform/ledger-records.ts';

export type WebsiteRecord = LedgerRecord<StoredWebsiteSource>;
type Edit = (record: WebsiteRecord) => StoredWebsiteSource;

/**
 * The websites of assistants in the ledger. Deleted ones are missing in every method but the last four, until
 * a job has deleted their content and their record. A missing website is `source-not-found`.
 */
export function websiteRecords(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { clock } = dependencies;
  const records = ledgerRecords({
    ...dependencies,
    kind: 'website-sources',
    schema: trusted(StoredWebsiteSource),
    missing: 'source-not-found',
  });
  const isPresent = ({ value }: WebsiteRecord) => value.removedAt === undefined;

  async function find(id: string, consistency?: ReadConsistency): Promise<WebsiteRecord | undefined> {
    const record = await records.find(id, consistency);
    return record && isPresent(record) ? record : undefined;
  }

  async function change(id: string, edit: Edit): Promise<WebsiteRecord> {
    return await records.change(id, (record) => {
      if (!isPresent(record)) throw new AppError('source-not-found');
      return edit(record);
    });
  }

  return {
    find,
    change,
    /** Sorted by id. */
    list: async () => (await records.list()).filter(isPresent),

    /**
     * The website of an assistant with an address: creates it, or changes it if it exists. The id is
     * derived from both, so that two calls at the same time make one website. The id of a deleted website is
     * passed over until its content is deleted; then it is free, although the website may have been added
     * again.
     */
    async createOrChange(
      { assistantId, address }: Pick<StoredWebsiteSource, 'assistantId' | 'address'>,
      { create, edit }: { create: () => StoredWebsiteSource; edit: Edit },
    ): Promise<{ record: WebsiteRecord; isNew: boolean }> {
      const listed = (await records.list()).find(
        (record) =>
          isPresent(record) && record.value.assistantId === assistantId && record.value.address === address,
      );
      // A replica may still list a website that was deleted just now.
      const existing = listed && (await find(listed.id, 'strong'));
      if (existing) return { record: await change(existing.id, edit), isNew: false };
      for (let attempt = 1; ; attempt++) {
        const id = derivedId('website-source', `${assistantId} ${address} ${attempt}`);
        const created = await records.createIfFree(id, create());
        if (created) return { record: created, isNew: true };
        const known = await records.find(id, 'strong');
        if (known && isPresent(known)) return { record: await change(id, edit), isNew: false };
      }
    },

    /** Deletes a website: from now on it is missing, also in the knowledge of its assistant. */
    async markRemoved(id: string): Promise<void> {
      await change(id, ({ value }) => ({ ...value, removedAt: nowIso(clock) }));
    },
    markCleared: (id: string): Promise<WebsiteRecord> =>
      records.change(id, ({ value }) => ({ ...value, clearedAt: nowIso(clock) })),
    /** Also deleted websites, whose content still exists. */
    findAny: (id: string): Promise<WebsiteRecord | undefined> => records.find(id, 'strong'),
    listAny: (): Promise<WebsiteRecord[]> => records.list(),
    /** Deletes the record of a deleted website. */
    forget: (id: string): Promise<void> =>
      records.remove(id, (record) => {
        if (isPresent(record)) throw new AppError('source-not-found');
      }),
  };
}

export type WebsiteRecords = ReturnType<typeof websiteRecords>;

const publicFields = fieldsOf(WebsiteSource);

/** A website in the admin API. */
export const shownWebsite = ({ id, value }: Pick<WebsiteRecord, 'id' | 'value'>): PublicSource =>
  publicFields({ ...value, id, kind: 'website' });

/**
 * The content of a deleted website is deleted a second time after this time, in milliseconds, because an
 * instance may have been in the middle of a write when the website was deleted.
 */
export const REMOVED_AGAIN_MS = 600_000;

/**
 * Whether pages have to be found or read, documents have to be published, the next reading is due, or the
 * content of a deleted website has to be deleted.
 */
export function isWebsiteDue(
  { phase, isUnpublished, nextReadAt, pausedUntil, removedAt, clearedAt }: StoredWebsiteSource,
  nowMs: number,
): boolean {
  if (removedAt !== undefined) {
    return clearedAt === undefined || nowMs - Date.parse(removedAt) >= REMOVED_AGAIN_MS;
  }
  if (phase === 'reading' && pausedUntil !== undefined) return Date.parse(pausedUntil) <= nowMs;
  if (phase === 'finding' || phase === 'reading' || isUnpublished) return true;
  return nextReadAt !== undefined && Date.parse(nextReadAt) <= nowMs;
}

/** The websites of an assistant (default: of all), sorted by address. */
export async function listWebsites(
  records: Pick<WebsiteRecords, 'list'>,
  assistantId?: string,
): Promise<PublicSource[]> {
  const all = (await records.list()).map(shownWebsite);
  const own = assistantId === undefined ? all : all.filter((source) => source.assistantId === assistantId);
  return own.toSorted((one, other) => one.address.localeCompare(other.address));
}
