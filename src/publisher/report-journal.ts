import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import type { LedgerEntry, Ports, Version } from '../ports.ts';
import type { DeployStatus, SeatReport } from './wire/reports.ts';
import { readable, readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { REPORTS_KIND } from './sent-reports.ts';
import { SentReport } from './records/sent-report.ts';

/** The state of the last report of each kind, and the quantity of the last delivered seat report. */
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

const NOTHING_SENT: Last = { deliveredQuantity: 0 };
/** An invalid document counts as nothing sent, so that reports continue. */
const LAST = { kind: 'last-reports', id: 'last', schema: z.catch(Last, NOTHING_SENT) };
const RETENTION_MS = 90 * 86_400_000;
/** The maximum number of reports deleted per call. */
const PRUNE_BATCH = 100;
/** How many of the newest reports are searched for earlier attempts at the same report. */
const NEWEST = 10;
/** Attempts within this time, in milliseconds, share a document; later ones get a new one. */
const SHARED_MS = 86_400_000;

/** Stores the reports in the ledger, so that customers can see everything that was sent. */
export function reportJournal(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { ledger, clock, random } = dependencies;

  const newId = ({ timestamp }: SeatReport | DeployStatus) => `${timestamp}.${random.uuid()}`;

  async function last(): Promise<Last> {
    return (await readDocument(ledger, LAST))?.value ?? NOTHING_SENT;
  }

  async function updateLast(change: (last: Last) => Partial<Last>): Promise<void> {
    await updateDocument('last-reports', dependencies, LAST, (stored) => {
      const before = stored?.value ?? NOTHING_SENT;
      return { value: { ...before, ...change(before) }, result: undefined };
    });
  }

  /** The document of earlier attempts at the same report, if it was not delivered. */
  async function earlierAttempt({ kind, payload }: SentReport): Promise<LedgerEntry<SentReport> | undefined> {
    const since = new Date(clock.now() - SHARED_MS).toISOString();
    const newest = await ledger.newest(REPORTS_KIND, NEWEST).catch(noneIfUnavailable);
    const attempt = readable(newest, SentReport).find(({ id, value }) => id >= since && value.kind === kind);
    const isSame =
      attempt &&
      !attempt.value.ok &&
      isDeepStrictEqual(withoutTimestamp(attempt.value.payload), withoutTimestamp(payload));
    return isSame ? attempt : undefined;
  }

  /**
   * Stores and sends an attempt. Attempts at one report share a document with the payload of the last one.
   */
  async function storeAndSend(
    kind: SentReport['kind'],
    payload: SeatReport | DeployStatus,
    send: Send,
  ): Promise<Outcome> {
    const sent: SentReport = { kind, sentAt: payload.timestamp, ok: false, payload };
    const earlier = await earlierAttempt(sent);
    let id = earlier?.id ?? newId(payload);
    let version: Version | undefined = await ledger.write(
      REPORTS_KIND,
      id,
      sent,
      earlier?.version ?? 'absent',
    );
    if (version === undefined) {
      // Another instance sends the same report, so this attempt gets a separate document.
      id = newId(payload);
      version = await ledger.write(REPORTS_KIND, id, sent, 'absent');
    }
    const outcome = await send();
    if (outcome.ok && version !== undefined) {
      await ledger.write(REPORTS_KIND, id, { ...sent, ok: true }, version);
    }
    return outcome;
  }

  return {
    last,

    /** Stores the report, sends it, and stores the outcome. */
    async seat(report: SeatReport, send: Send): Promise<Outcome> {
      const outcome = await storeAndSend('seat-report', report, send);
      const { timestamp, seatQuantity, quotaStatus } = report;
      const { exceeded = false, blocked = false } = quotaStatus ?? {};
      await updateLast(({ seat }) =>
        seat && seat.timestamp > timestamp
          ? {}
          : {
              seat: { timestamp, ok: outcome.ok, exceeded, blocked },
              ...(outcome.ok && { deliveredQuantity: seatQuantity }),
            },
      );
      return outcome;
    },

    async deploy(report: DeployStatus, send: Send): Promise<Outcome> {
      const outcome = await storeAndSend('deploy-status', report, send);
      const { timestamp, deployedVersion: version } = report;
      await updateLast(({ deploy }) =>
        deploy && deploy.timestamp > timestamp
          ? {}
          : { deploy: { timestamp, ok: outcome.ok, version, ...(!outcome.ok && { code: outcome.code }) } },
      );
      return outcome;
    },

    /** Deletes reports older than 90 days, at most PRUNE_BATCH per call. */
    async prune(): Promise<void> {
      const before = new Date(clock.now() - RETENTION_MS).toISOString();
      for (const { id, version } of await ledger.newest(REPORTS_KIND, PRUNE_BATCH, before)) {
        await ledger.remove(REPORTS_KIND, id, version);
      }
    },
  };
}

/** The journal of all reports to the publisher, shared by all instances. */
export type ReportJournal = ReturnType<typeof reportJournal>;

/** If the list is unavailable, the report is still sent, with a separate document. */
function noneIfUnavailable(error: unknown): [] {
  if (error instanceof AppError) return [];
  throw error;
}

/** A payload without the time of its attempt. */
function withoutTimestamp({
  timestamp: _timestamp,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
