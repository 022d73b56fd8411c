import * as z from 'zod/mini';
import type { Ledger } from '../ports.ts';

const SentReport = z.object({
  kind: z.enum(['seat-report', 'deploy-status']),
  sentAt: z.iso.datetime(),
  ok: z.boolean(),
  payload: z.record(z.string(), z.unknown()),
});

/** A status report as it left the deployment, verbatim, and whether it arrived. */
export type SentReport = z.infer<typeof SentReport>;

/** The kind under which the ledger keeps one document for each report that was sent. */
export const REPORTS_KIND = 'reports';

export interface SentReports {
  /** Newest first. */
  list(): Promise<SentReport[]>;
}

/** Everything that this deployment has told the publisher. */
export function sentReports(ledger: Ledger): SentReports {
  return {
    async list() {
      const entries = await ledger.list(REPORTS_KIND);
      const reports = entries.map(({ value }) => SentReport.parse(value));
      return reports.toSorted((a, b) => (a.sentAt < b.sentAt ? 1 : -1));
    },
  };
}
