import { SentReport } from './records/sent-report.ts';
import type { Ledger, Page } from '../ports.ts';

/** The ledger kind of sent reports; their ids start with the time. */
export const REPORTS_KIND = 'reports';

/** All reports of this deployment to the publisher. */
export function sentReports(ledger: Ledger) {
  return {
    /** Newest first, at most `limit` of them; `cursor` continues after a page. */
    async list({ limit, cursor }: { limit: number; cursor?: string }): Promise<Page<SentReport>> {
      const entries = await ledger.newest(REPORTS_KIND, limit + 1, cursor);
      const shown = entries.slice(0, limit);
      const last = entries.length > limit ? shown.at(-1) : undefined;
      return {
        // An invalid record must not hide the others.
        items: shown.flatMap(({ value }) => SentReport.safeParse(value).data ?? []),
        ...(last && { nextCursor: last.id }),
      };
    },
  };
}
