import { fieldsOf, trusted } from '../../domain/records/fields.ts';
import {
  StoredWebsiteSource,
  WebsiteSource,
  type WebsiteSource as PublicSource,
} from '../../domain/records/website-source.ts';
import type { Ports } from '../../ports.ts';
import { ledgerRecords, type LedgerRecord, type LedgerRecords } from '../platform/ledger-records.ts';

/** The websites of assistants in the ledger. A missing one throws `source-not-found`. */
export type WebsiteRecords = LedgerRecords<StoredWebsiteSource>;
export type WebsiteRecord = LedgerRecord<StoredWebsiteSource>;

export const websiteRecords = (
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): WebsiteRecords =>
  ledgerRecords({
    ...dependencies,
    kind: 'website-sources',
    schema: trusted(StoredWebsiteSource),
    missing: 'source-not-found',
  });

const publicFields = fieldsOf(WebsiteSource);

/** A website in the admin API. */
export const shownWebsite = ({ id, value }: Pick<WebsiteRecord, 'id' | 'value'>): PublicSource =>
  publicFields({ ...value, id, kind: 'website' });

/** Whether pages have to be found or read, documents have to be published, or the next reading is due. */
export function isWebsiteDue(
  { phase, isUnpublished, nextReadAt }: StoredWebsiteSource,
  nowMs: number,
): boolean {
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
