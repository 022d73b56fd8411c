import * as z from 'zod/mini';
import { nowIso } from '../lib/fields.ts';
import { invalidField } from '../core/errors.ts';
import type { Ports, ReportSender } from '../ports.ts';
import { DeployStatus, SeatReport } from './wire/reports.ts';
import { updateDocument } from '../platform/ledger-documents.ts';
import { senderBindings, type Rebinding } from './sender-bindings.ts';

const SEATS = 'seat-reports';
const DEPLOYMENTS = 'deploy-statuses';
/** The ledger kind of e-mails to send; the mailer removes them. */
const OUTBOX = 'outbox';

/** The ledger kind of a subscription's token windows; a document's id is the window's start. */
export const tokenWindowsOf = (subscriptionId: string) => `token-windows.${subscriptionId}`;

/** The accepted clock skew, in milliseconds; a report further in the future would block later ones. */
const MAX_AHEAD_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

/** `exceededAt`: the start of the current excess; it identifies the excess. */
const StoredSeats = z.object({ report: SeatReport, exceededAt: z.exactOptional(z.string()) });

const seatsOf = (id: string) => ({ kind: SEATS, id, schema: StoredSeats });
const deploymentOf = (id: string) => ({ kind: DEPLOYMENTS, id, schema: DeployStatus });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** REPORT_REBIND: the identities that an admin of the publisher has set for subscriptions. */
  rebind: readonly Rebinding[];
};

/** The publisher's side of the status reports (docs/api.md, Control plane). */
export function reportIntake(dependencies: Dependencies) {
  const { ledger, clock } = dependencies;
  const bindings = senderBindings(dependencies);

  async function checkSender(
    subscriptionId: string,
    timestamp: string,
    sender: ReportSender | undefined,
  ): Promise<void> {
    if (Date.parse(timestamp) > clock.now() + MAX_AHEAD_MS) {
      throw invalidField('timestamp', 'must not lie in the future');
    }
    if (sender) await bindings.bind(subscriptionId, sender);
  }

  /** Stores the tokens of a window once; repeats in any order change nothing. */
  async function storeTokens({ subscriptionId, timestamp, tokenUsage }: SeatReport): Promise<void> {
    if (!tokenUsage) return;
    // Normalized, because RFC 3339 has several forms of one time.
    const windowStart = new Date(tokenUsage.windowStart).toISOString();
    const tokens = { ...tokenUsage, windowStart, timestamp };
    await ledger.write(tokenWindowsOf(subscriptionId), windowStart, tokens, 'absent');
  }

  return {
    async seat(report: SeatReport, sender: ReportSender | undefined): Promise<void> {
      const { subscriptionId, timestamp, quotaStatus } = report;
      await checkSender(subscriptionId, timestamp, sender);
      await storeTokens(report);
      await updateDocument('seat-report', dependencies, seatsOf(subscriptionId), async (stored) => {
        const { report: last, exceededAt: before } = stored?.value ?? {};
        if (last && !isNewer(timestamp, last.timestamp)) return { result: undefined };
        const exceededAt = excessSince(report, before);
        if (quotaStatus?.exceeded && exceededAt !== undefined && exceededAt !== before) {
          // Written before the report, so that a repeat cannot find the report without its notice.
          await queueGraceNotice(subscriptionId, exceededAt, quotaStatus);
        }
        return { value: { report, ...(exceededAt !== undefined && { exceededAt }) }, result: undefined };
      });
    },

    async deploy(report: DeployStatus, sender: ReportSender | undefined): Promise<void> {
      const { saasSubscriptionId, timestamp } = report;
      await checkSender(saasSubscriptionId, timestamp, sender);
      await updateDocument('deploy-status', dependencies, deploymentOf(saasSubscriptionId), (stored) => {
        const isNew = !stored || isNewer(timestamp, stored.value.timestamp);
        return { ...(isNew && { value: report }), result: undefined };
      });
    },
  };

  /** Queues one notice per excess; its id is deterministic, so that a repeat changes nothing. */
  async function queueGraceNotice(
    subscriptionId: string,
    exceededAt: string,
    { seatsUsed, seatQuota, gracePeriodDays }: NonNullable<SeatReport['quotaStatus']>,
  ): Promise<void> {
    const graceEndsAt = new Date(Date.parse(exceededAt) + gracePeriodDays * DAY_MS).toISOString();
    const queuedAt = nowIso(clock);
    const notice = { type: 'grace', subscriptionId, seatsUsed, seatQuota, exceededAt, graceEndsAt, queuedAt };
    await ledger.write(OUTBOX, `grace.${subscriptionId}.${exceededAt}`, notice, 'absent');
  }
}

/**
 * Accepts the reports of all deployments. It stores the newest report of seats and states, and every token
 * window as it was first received.
 */
export type ReportIntake = ReturnType<typeof reportIntake>;

/** The start of the excess; undefined if the quota is not exceeded; unchanged without a status. */
function excessSince({ quotaStatus, timestamp }: SeatReport, before: string | undefined): string | undefined {
  if (!quotaStatus) return before;
  return quotaStatus.exceeded ? (quotaStatus.quotaExceededAt ?? before ?? timestamp) : undefined;
}

function isNewer(timestamp: string, stored: string): boolean {
  return Date.parse(timestamp) > Date.parse(stored);
}
