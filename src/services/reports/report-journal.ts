import * as z from 'zod/mini';
import type { Clock, Ledger, Random, Telemetry } from '../../ports.ts';
import type { DeployStatus, SeatReport } from '../../wire/reports.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
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

const LAST_KIND = 'last-reports';
const LAST_ID = 'last';
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
    const entry = await ledger.read(LAST_KIND, LAST_ID);
    return entry ? Last.parse(entry.value) : { deliveredQuantity: 0 };
  }

  async function note(change: (last: Last) => Partial<Last>): Promise<void> {
    await retryOnConflict('last-reports', dependencies, async () => {
      const entry = await ledger.read(LAST_KIND, LAST_ID);
      const before: Last = entry ? Last.parse(entry.value) : { deliveredQuantity: 0 };
      const next: Last = { ...before, ...change(before) };
      const version = await ledger.write(LAST_KIND, LAST_ID, next, entry?.version ?? 'absent');
      return version === undefined ? { written: false } : { written: true, result: undefined };
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
