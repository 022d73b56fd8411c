import * as z from 'zod/mini';
import type { Ports } from '../../ports.ts';
import type { DeployStatus, SeatReport } from '../../wire/reports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { REPORTS_KIND } from './sent-reports.ts';
import type { SentReport } from '../../domain/records/sent-report.ts';

/** The state of the last report of each kind, and the seats of the last one that arrived. */
const Last = z.object({
  seat: z.exactOptional(
    z.object({ timestamp: z.string(), ok: z.boolean(), exceeded: z.boolean(), blocked: z.boolean() }),
  ),
  deploy: z.exactOptional(
    z.object({
      timestamp: z.string(),
      ok: z.boolean(),
      version: z.string(),
      code: z.exactOptional(z.string()),
    }),
  ),
  deliveredQuantity: z.number(),
});
type Last = z.infer<typeof Last>;

type Outcome = { ok: true } | { ok: false; code: string };
type Send = () => Promise<Outcome>;

/** All reports to the publisher, verbatim; shared by all instances. */
export interface ReportJournal {
  last(): Promise<Last>;
  /** Stores the report, sends it, and stores the outcome. */
  seat(report: SeatReport, send: Send): Promise<Outcome>;
  deploy(report: DeployStatus, send: Send): Promise<Outcome>;
  /** Deletes reports older than 90 days. */
  prune(): Promise<void>;
}

const LAST = { kind: 'last-reports', id: 'last', schema: Last };
const NOTHING_SENT: Last = { deliveredQuantity: 0 };
const RETENTION_MS = 90 * 86_400_000;

/** Stores the reports in the ledger, so that the customer can see all that was sent. */
export function reportJournal(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): ReportJournal {
  const { ledger, clock, random } = dependencies;

  async function last(): Promise<Last> {
    return (await readDocument(ledger, LAST))?.value ?? NOTHING_SENT;
  }

  async function note(change: (last: Last) => Partial<Last>): Promise<void> {
    await updateDocument('last-reports', dependencies, LAST, (stored) => {
      const before = stored?.value ?? NOTHING_SENT;
      return { value: { ...before, ...change(before) }, result: undefined };
    });
  }

  async function keep(
    kind: SentReport['kind'],
    payload: SeatReport | DeployStatus,
    send: Send,
  ): Promise<Outcome> {
    const id = `${payload.timestamp}.${random.uuid()}`;
    const sent: SentReport = { kind, sentAt: payload.timestamp, ok: false, payload };
    const version = await ledger.write(REPORTS_KIND, id, sent, 'absent');
    const outcome = await send();
    if (outcome.ok && version !== undefined) {
      await ledger.write(REPORTS_KIND, id, { ...sent, ok: true }, version);
    }
    return outcome;
  }

  return {
    last,

    async seat(report, send) {
      const outcome = await keep('seat-report', report, send);
      const { timestamp, seatQuantity, quotaStatus } = report;
      const { exceeded = false, blocked = false } = quotaStatus ?? {};
      await note(({ seat }) =>
        seat && seat.timestamp > timestamp
          ? {}
          : {
              seat: { timestamp, ok: outcome.ok, exceeded, blocked },
              ...(outcome.ok && { deliveredQuantity: seatQuantity }),
            },
      );
      return outcome;
    },

    async deploy(report, send) {
      const outcome = await keep('deploy-status', report, send);
      const { timestamp, deployedVersion: version } = report;
      await note(({ deploy }) =>
        deploy && deploy.timestamp > timestamp
          ? {}
          : { deploy: { timestamp, ok: outcome.ok, version, ...(!outcome.ok && { code: outcome.code }) } },
      );
      return outcome;
    },

    async prune() {
      const before = new Date(clock.now() - RETENTION_MS).toISOString();
      for (const { id, version } of await ledger.list(REPORTS_KIND)) {
        if (id < before) await ledger.remove(REPORTS_KIND, id, version);
      }
    },
  };
}
