import { thenAlways } from '../lib/concurrency.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { StoredWebsiteSource } from './records/website-source.ts';
import {
  afterCrawl,
  afterFailure,
  afterLostSteps,
  failureOf,
  startReading,
  type Failure,
} from './rules/phases.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { jobs, type Jobs, type JobStep } from '../platform/jobs.ts';
import type { Leases } from '../platform/leases.ts';
import type { WebsiteCrawl } from './website-crawl.ts';
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
