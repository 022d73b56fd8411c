import * as z from 'zod/mini';
import type { Ledger, Page } from '../../ports.ts';

const SentReport = z.object({
  kind: z.enum(['seat-report', 'deploy-status']),
  sentAt: z.iso.datetime(),
  ok: z.boolean(),
  payload: z.record(z.string(), z.unknown()),
});

/** A status report as it left the deployment, verbatim, and whether it arrived. */
export type SentReport = z.infer<typeof SentReport>;

/** The kind under which the ledger keeps one document for each report that was sent; their ids begin with the time. */
export const REPORTS_KIND = 'reports';

export interface SentReports {
  /** Newest first, at most `limit` of them; `cursor` goes on where a page ended. */
  list(paging: { limit: number; cursor?: string }): Promise<Page<SentReport>>;
}

/** Everything that this deployment has told the publisher. */
export function sentReports(ledger: Ledger): SentReports {
  return {
    async list({ limit, cursor }) {
      const entries = await ledger.newest(REPORTS_KIND, limit + 1, cursor);
      const shown = entries.slice(0, limit);
      const last = entries.length > limit ? shown.at(-1) : undefined;
      return {
        items: shown.map(({ value }) => SentReport.parse(value)),
        ...(last && { nextCursor: last.id }),
      };
    },
  };
}
