import type { Ports } from '../ports.ts';
import { removeKind } from '../platform/ledger-removal.ts';
import type { JobStep } from '../platform/jobs.ts';
import type { WebsitePages } from './website-pages.ts';
import type { WebsitePublications } from './website-publications.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';

type Dependencies = Pick<Ports, 'ledger'> & {
  records: Pick<WebsiteRecords, 'forget' | 'markCleared'>;
  pages: Pick<WebsitePages, 'kindsOf'>;
  publications: Pick<WebsitePublications, 'kindsOf'>;
};

/**
 * Deletes everything that belongs to a deleted website. Its record stays until that has been done a second
 * time (`REMOVED_AGAIN_MS`).
 */
export function websiteRemoval({ ledger, records, pages, publications }: Dependencies) {
  return {
    async remove({ id, value }: WebsiteRecord, { lease }: Pick<JobStep, 'lease'>): Promise<void> {
      for (const kind of [...publications.kindsOf(id), ...pages.kindsOf(id)]) {
        await removeKind(ledger, kind, lease.check);
      }
      lease.check();
      if (value.clearedAt === undefined) await records.markCleared(id);
      else await records.forget(id);
    },
  };
}

export type WebsiteRemoval = ReturnType<typeof websiteRemoval>;
