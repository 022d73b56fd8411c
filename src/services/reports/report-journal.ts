import * as z from 'zod/mini';
import type { Clock, Ledger, Random, Telemetry } from '../../ports.ts';
import type { DeployStatus, SeatReport } from '../../wire/reports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { REPORTS_KIND, type SentReport } from './sent-reports.ts';

/** How the last of each kind stands, and the seats of the last report that arrived. */
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

/** What was sent to the publisher, word for word; every instance writes into the same. */
export interface ReportJournal {
  last(): Promise<Last>;
  /** Writes the report down, sends it, and writes down what became of it. */
  seat(report: SeatReport, send: Send): Promise<Outcome>;
  deploy(report: DeployStatus, send: Send): Promise<Outcome>;
  /** Removes what was sent more than 90 days ago. */
  prune(): Promise<void>;
}

const LAST = { kind: 'last-reports', id: 'last', schema: Last };
const NOTHING_SENT: Last = { deliveredQuantity: 0 };
const KEPT_MS = 90 * 86_400_000;

interface Dependencies {
  ledger: Ledger;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
}

/** Keeps the reports in the ledger, so that whoever runs the deployment can see all that has left it. */
export function reportJournal(dependencies: Dependencies): ReportJournal {
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
      const before = new Date(clock.now() - KEPT_MS).toISOString();
      for (const { id, version } of await ledger.list(REPORTS_KIND)) {
        if (id < before) await ledger.remove(REPORTS_KIND, id, version);
      }
    },
  };
}
