import { thenAlways } from '../lib/concurrency.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { StoredWebsiteSource, WebsiteProblem } from './records/website-source.ts';
import { isPassing, SKIP_REASON_TEXTS, type SkipReason } from './rules/skip-reasons.ts';
import { changesOf } from './rules/changes.ts';
import { countPages } from './rules/page-states.ts';
import { startReading } from './rules/phases.ts';
import { nextReadAt, retryAt } from './rules/schedule.ts';
import { hasSameScope } from './rules/scope.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { jobs, type Jobs, type JobStep } from '../platform/jobs.ts';
import type { Leases } from '../platform/leases.ts';
import type { CrawlEnd, WebsiteCrawl } from './website-crawl.ts';
import type { WebsitePublisher } from './website-publishing.ts';
import { isWebsiteDue, type WebsiteRecord, type WebsiteRecords } from './website-records.ts';
import type { WebsiteRemoval } from './website-removal.ts';

/** How many steps in a row may be lost (`counted`); after that only an admin starts the reading again. */
const MAX_LOST_STEPS = 2;

type Dependencies = Pick<Ports, 'clock' | 'telemetry'> & {
  records: Pick<WebsiteRecords, 'change' | 'findAny' | 'listAny'>;
  leases: Leases;
  crawl: WebsiteCrawl;
  publishing: Pick<WebsitePublisher, 'publish'>;
  removal: WebsiteRemoval;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/**
 * Finds, reads, publishes and deletes websites in the background, in steps that any instance continues (ADR
 * 44).
 */
export function websiteReading(dependencies: Dependencies): Jobs {
  const { clock, telemetry, records, crawl, publishing, removal } = dependencies;
  const now = () => nowIso(clock);
  const isDue = ({ value }: WebsiteRecord) => isWebsiteDue(value, clock.now());
  /** The websites whose latest step ended here, but is still stored as lost: the store was away. */
  const endedHere = new Set<string>();

  /**
   * One step, the first that applies: deletes the content of a deleted website, starts a reading that is due,
   * gives up after lost steps, or reads or publishes.
   */
  async function run(record: WebsiteRecord, step: JobStep): Promise<void> {
    const { phase, isUnpublished, removedAt } = record.value;
    const isReading = phase === 'finding' || phase === 'reading';
    step.lease.check();
    try {
      if (removedAt !== undefined) await removal.remove(record, step);
      else if (!isReading && !isUnpublished) {
        await records.change(record.id, ({ value }) => startReading(value, now()));
      } else if (lostStepsOf(record) >= MAX_LOST_STEPS) {
        telemetry.record({ type: 'warning', code: 'website-not-read' });
        await records.change(record.id, ({ value }) => afterLostSteps(value));
      } else {
        await counted(record, step, (begun) => (isReading ? read(begun, step) : publish(begun, step)));
      }
    } catch (error) {
      // The website was deleted in the meantime; the next step deletes its content.
      if (!(error instanceof AppError) || error.code !== 'source-not-found') throw error;
    }
  }

  const lostStepsOf = ({ id, value }: WebsiteRecord): number =>
    Math.max(0, (value.lostSteps ?? 0) - Number(endedHere.has(id)));

  /**
   * Counts a step as lost until it has ended in any way, so that an instance that ends leaves the count. The
   * step's own error is thrown, also if the store is away at its end.
   */
  async function counted(
    record: WebsiteRecord,
    { lease }: JobStep,
    work: (begun: WebsiteRecord) => Promise<void>,
  ): Promise<void> {
    const { id } = record;
    const lostSteps = lostStepsOf(record) + 1;
    const begun = await records.change(id, ({ value: { pausedUntil: _paused, ...value } }) => ({
      ...value,
      lostSteps,
    }));
    endedHere.add(id);
    await thenAlways(
      () => work(begun),
      async () => {
        // The count is now that of the instance that has the lease.
        if (lease.lost.aborted) return;
        await records.change(id, ({ value: { lostSteps: _lost, ...rest } }) => rest);
        endedHere.delete(id);
      },
    );
  }

  async function read(record: WebsiteRecord, step: JobStep): Promise<void> {
    const { id, value } = record;
    try {
      const end = await crawl(record, step);
      step.lease.check();
      await records.change(id, ({ value: stored }) => afterCrawl(stored, value, end, now()));
    } catch (error) {
      if (step.signal.aborted) return;
      step.lease.check();
      await fail(id, error, (stored, failure) => afterFailure(stored, failure, now()));
    }
  }

  async function publish(record: WebsiteRecord, step: JobStep): Promise<void> {
    try {
      await publishing.publish(record, step.lease);
    } catch (error) {
      step.lease.check();
      await fail(record.id, error, (stored, failure) => ({
        ...afterFailure(stored, failure, now()),
        isUnpublished: false,
      }));
    }
  }

  /**
   * Ends the reading as failed. Errors of the service's own components end nothing: the work continues later.
   */
  async function fail(
    id: string,
    error: unknown,
    edit: (value: StoredWebsiteSource, failure: Failure) => StoredWebsiteSource,
  ): Promise<void> {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    telemetry.record({ type: 'warning', code: 'website-not-read' });
    await records.change(id, ({ value }) => edit(value, failure));
    // The website's problem is known to the admin; an unknown error is also one of the service.
    if (failure.problem === 'unexpected') throw error;
  }

  return jobs<WebsiteRecord>({
    ...dependencies,
    due: async () => (await records.listAny()).filter(isDue).map(({ id }) => id),
    async find(id) {
      const record = await records.findAny(id);
      return record && isDue(record) ? record : undefined;
    },
    // One instance reads a host at a time, for all assistants, with and without `www.`.
    leaseOf: ({ value }) => `website-host ${new URL(value.address).host.replace(/^www\./, '')}`,
    run,
  });
}

function afterCrawl(
  stored: StoredWebsiteSource,
  before: StoredWebsiteSource,
  { isDone, pages, leftOutCount, offers, startUrl, hasWrongDates, pausedUntil }: CrawlEnd,
  now: string,
): StoredWebsiteSource {
  const { waitingSince: _waiting, ...kept } = stored;
  const counted = {
    ...kept,
    startUrl,
    offers,
    ...(hasWrongDates && { hasWrongDates }),
    pages: countPages(pages, stored, leftOutCount),
  };
  // The website was stopped or restarted; the stop publishes the pages read so far.
  if (stored.phase !== before.phase || stored.startedAt !== before.startedAt) return counted;
  // The pages of wider choices are read by the next step.
  if (!hasSameScope(stored, before)) return counted;
  if (!isDone) return pausedUntil === undefined ? counted : { ...counted, pausedUntil };
  if (stored.phase === 'finding') return { ...counted, phase: 'found' };
  const ended = { ...counted, phase: 'read' as const, readAt: now, isUnpublished: true };
  const { changes: _changes, nextReadAt: _next, failedReadings: _failed, ...rest } = ended;
  const next = nextReadAt(stored.schedule, now);
  return {
    ...rest,
    pages: countPages(pages, ended, leftOutCount),
    ...(next !== undefined && { nextReadAt: next }),
    ...(stored.readAt !== undefined && {
      changes: changesOf(pages, { startedAt: stored.startedAt, since: stored.readAt }),
    }),
  };
}

/** The website after its steps have ended their instances: its pages are kept, and nothing is due. */
function afterLostSteps(value: StoredWebsiteSource): StoredWebsiteSource {
  const { nextReadAt: _next, lostSteps: _lost, waitingSince: _waiting, ...rest } = value;
  return { ...rest, phase: 'failed', problem: 'instance-ended', isUnpublished: false };
}

interface Failure {
  problem: WebsiteProblem;
  /** The time that the site asks to wait; 0 without one. */
  retryAfterSeconds: number;
  /** The other website that the address leads to. */
  movedTo?: string;
}

/** The website after it could not be read: its pages are kept, and a later reading tries again. */
function afterFailure(
  value: StoredWebsiteSource,
  { problem, retryAfterSeconds, movedTo }: Failure,
  now: string,
): StoredWebsiteSource {
  const { nextReadAt: _next, waitingSince: _waiting, failedReadings: failures = 0, ...rest } = value;
  const isTemporary = isReason(problem) && isPassing(problem);
  const next = isTemporary
    ? retryAt(value.schedule, { failures, retryAfterSeconds }, now)
    : nextReadAt(value.schedule, now);
  return {
    ...rest,
    phase: 'failed',
    problem,
    ...(movedTo !== undefined && { movedTo }),
    ...(isTemporary && { failedReadings: failures + 1 }),
    ...(next !== undefined && { nextReadAt: next }),
  };
}

/** Why a website cannot be read; undefined if a component of the service failed, or the website is gone. */
function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof AppError)) return { problem: 'unexpected', retryAfterSeconds: 0 };
  const { reason, retryAfterSeconds = 0, movedTo } = error.details;
  if (typeof reason !== 'string' || !isReason(reason)) return undefined;
  return { problem: reason, retryAfterSeconds, ...(typeof movedTo === 'string' && { movedTo }) };
}

const isReason = (reason: string): reason is SkipReason => Object.hasOwn(SKIP_REASON_TEXTS, reason);
