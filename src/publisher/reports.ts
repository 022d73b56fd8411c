import { singleFlight } from '../lib/concurrency.ts';
import { AppError, type ErrorCode } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { QuotaStatus } from './records/plan.ts';
import type { Ports } from '../ports.ts';
import { DeployStatus, SeatReport } from './wire/reports.ts';
import { ADMIN_KEY_SECRET } from '../access/admin-keys.ts';
import type { Background } from '../platform/background.ts';
import type { Deployment } from '../platform/deployment.ts';
import type { ReportJournal } from './report-journal.ts';
import type { TokenWindows } from './token-windows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The pauses before retries, in milliseconds; after the last retry, the next scheduled run sends the report.
 */
const RETRY_PAUSES_MS = [1_000, 5_000, 20_000];

/**
 * The state of the reports to the publisher. `result`: `ok`, `pending` before the first, `skipped` or
 * `failed: <code>`.
 */
export interface Reporting {
  bootstrap: { attempted: boolean; result: string };
  lastReportedQuantity: number;
}

type Dependencies = Pick<Ports, 'clock' | 'publisher' | 'telemetry' | 'vault'> & {
  journal: ReportJournal;
  tokens: TokenWindows;
  deployment: () => Promise<Deployment>;
  version: string;
  /** Empty outside the marketplace; then the deployment's id is sent. */
  marketplaceSubscriptionId: string;
  quota: () => Promise<QuotaStatus>;
  background: Background;
  /** Aborts the pauses when the service ends. */
  stopping: AbortSignal;
};

/**
 * The status reports to the publisher (docs/rules.md, Status reports). Without a publisher nothing is sent.
 * Builds reports from counts and codes only, validates, stores and sends them.
 */
export function reports(dependencies: Dependencies) {
  const { publisher, journal, tokens, deployment, version, marketplaceSubscriptionId } = dependencies;
  const { quota, vault, clock, telemetry, background, stopping } = dependencies;
  let hasReported = false;

  const subscription = async () => marketplaceSubscriptionId || (await deployment()).id;
  const timestamp = () => nowIso(clock);
  const isOlder = (at: string, ageMs: number) => clock.now() - Date.parse(at) >= ageMs;

  /**
   * Checks the vault, because visitors would not notice its failure. Without the store there is no report.
   */
  async function vaultProblem(): Promise<ErrorCode | undefined> {
    try {
      await vault.read(ADMIN_KEY_SECRET);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }

  async function seatReport(): Promise<SeatReport> {
    const [subscriptionId, quotaStatus, tokenUsage] = await Promise.all([
      subscription(),
      quota(),
      tokens.due(),
    ]);
    const seatQuantity = quotaStatus.seatsUsed;
    return SeatReport.parse({
      subscriptionId,
      seatQuantity,
      timestamp: timestamp(),
      ...(tokenUsage && { tokenUsage }),
      quotaStatus,
    });
  }

  async function deployStatus(status: 'started' | 'healthy'): Promise<DeployStatus> {
    const errorMessage = await vaultProblem();
    return DeployStatus.parse({
      saasSubscriptionId: await subscription(),
      deploymentId: (await deployment()).id,
      deployedVersion: version,
      status: errorMessage ? 'failed' : status,
      timestamp: timestamp(),
      ...(errorMessage && { errorMessage }),
    });
  }

  /**
   * Sends with retries. Every attempt sends the current seats and the same token window, and is stored before
   * it is sent.
   */
  async function deliver(send: () => Promise<{ ok: true } | { ok: false; code: string }>): Promise<void> {
    for (const pauseMs of [...RETRY_PAUSES_MS, undefined]) {
      const outcome = await send();
      if (outcome.ok) return;
      if (pauseMs === undefined || isRefusal(outcome.code)) break;
      await clock.sleep(pauseMs, stopping);
      if (stopping.aborted) return;
    }
    telemetry.record({ type: 'warning', code: 'report-failed' });
  }

  const seatIfDue = singleFlight(async () => {
    if (!publisher.configured) return;
    const [{ seat: last }, { exceeded, blocked }] = await Promise.all([journal.last(), quota()]);
    const isDue = !last?.ok || isOlder(last.timestamp, HOUR_MS);
    if (!isDue && last.exceeded === exceeded && last.blocked === blocked) return;
    await deliver(async () => {
      const report = await seatReport();
      const outcome = await journal.seat(report, () => publisher.send('seat', report));
      if (outcome.ok && report.tokenUsage) await tokens.markDelivered(report.tokenUsage);
      return outcome;
    });
  });

  const deployIfDue = singleFlight(async () => {
    if (!publisher.configured) return;
    const status = hasReported ? 'healthy' : 'started';
    hasReported = true;
    const { deploy: last } = await journal.last();
    // In the cloud, scaling out starts instances; that is not a start of the deployment.
    const pauseMs = status === 'started' ? HOUR_MS : DAY_MS;
    const isDue = !last?.ok || last.version !== version || isOlder(last.timestamp, pauseMs);
    if (isDue) {
      await deliver(async () => {
        const report = await deployStatus(status);
        return await journal.deploy(report, () => publisher.send('deploy', report));
      });
    }
    // Afterwards, so that it does not delay the report.
    await journal.prune();
  });

  return {
    /**
     * Sends the seats once an hour, or earlier if the quota's state has changed or the last report failed.
     */
    seatIfDue,
    /**
     * Sends the deployment's state once a day. The first call reports the start, unless a start was reported
     * within the last hour.
     */
    deployIfDue,

    /** Checks in the background whether a claim has changed the quota's state. */
    checkQuota(): void {
      if (publisher.configured) background.run(seatIfDue());
    },

    async status(): Promise<Reporting> {
      if (!publisher.configured) {
        return { bootstrap: { attempted: false, result: 'skipped' }, lastReportedQuantity: 0 };
      }
      const { deploy, deliveredQuantity } = await journal.last();
      const failed = `failed: ${deploy?.code ?? 'unknown'}`;
      const bootstrap = deploy
        ? { attempted: true, result: deploy.ok ? 'ok' : failed }
        : { attempted: false, result: 'pending' };
      return { bootstrap, lastReportedQuantity: deliveredQuantity };
    },
  };
}

/** Whether the receiver refused the request permanently, so that a retry does not help. */
function isRefusal(code: string): boolean {
  return /^status-4\d\d$/.test(code) && code !== 'status-408' && code !== 'status-429';
}
