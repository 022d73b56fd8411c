import { AppError } from '../../domain/errors.ts';
import type { StoredWebsiteSource } from '../../domain/records/website-source.ts';
import { SKIP_REASON_TEXTS, type SkipReason } from '../../domain/website/skip-reasons.ts';
import { changesOf } from '../../domain/website-sources/changes.ts';
import { countPages } from '../../domain/website-sources/page-states.ts';
import { nextReadAt } from '../../domain/website-sources/schedule.ts';
import type { Ports } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { CrawlEnd, CrawlOptions, WebsiteCrawl } from './website-crawl.ts';
import type { WebsiteLeases } from './website-leases.ts';
import type { WebsitePages } from './website-pages.ts';
import type { WebsitePublisher } from './website-publishing.ts';
import { isWebsiteDue, type WebsiteRecord, type WebsiteRecords } from './website-records.ts';

/** Finds, reads and publishes websites in the background, in steps that any instance continues (ADR 44). */
export interface WebsiteReading {
  /** Starts due work on a website in the background, unless this instance already works on it. */
  wake(sourceId: string): void;
  /** Interrupts this instance's work on a website after a change, so that it continues with the new state. */
  interrupt(sourceId: string): void;
  /** Works on all due websites, for at most WORK_MS each. */
  runDue(): Promise<void>;
}

/** The maximum duration of a step, in milliseconds; below the platform's limit for a timer. */
const WORK_MS = 240_000;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry'> & {
  records: WebsiteRecords;
  pages: Pick<WebsitePages, 'removeAll'>;
  leases: WebsiteLeases;
  crawl: WebsiteCrawl;
  publishing: WebsitePublisher;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

export function websiteReading(dependencies: Dependencies): WebsiteReading {
  const { clock, random, telemetry, records, pages, leases, crawl, publishing, background, stopping } =
    dependencies;
  const now = () => new Date(clock.now()).toISOString();
  /** The running work of this instance, by website; an abort means that the website was changed. */
  const running = new Map<string, AbortController>();

  async function findDue(id: string): Promise<WebsiteRecord | undefined> {
    const record = await records.find(id, 'strong');
    return record && isWebsiteDue(record.value, clock.now()) ? record : undefined;
  }

  /**
   * Runs one step; true if more work is due. Does nothing while another instance has the lease of the host.
   */
  async function work(id: string, changed: AbortSignal): Promise<boolean> {
    const first = await findDue(id);
    if (!first) return false;
    const owner = random.uuid();
    const { host } = new URL(first.value.address);
    const renew = () => leases.claim(host, owner);
    if (!(await renew())) return false;
    const timeUp = new AbortController();
    const clear = clock.after(WORK_MS, () => timeUp.abort());
    const signal = AbortSignal.any([stopping, timeUp.signal, changed]);
    try {
      for (let record: WebsiteRecord | undefined = first; record; record = await findDue(id)) {
        if (signal.aborted) return true;
        if (!(await renew())) return false;
        await step(record, { renew, signal });
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'source-not-found') throw error;
      // The website was deleted while its pages were read.
      await pages.removeAll(id);
    } finally {
      clear();
      await leases.release(host, owner);
    }
    return false;
  }

  async function step(record: WebsiteRecord, options: CrawlOptions): Promise<void> {
    const { phase, isUnpublished } = record.value;
    if (phase === 'finding' || phase === 'reading') await read(record, options);
    else if (isUnpublished) await publishing.publish(record);
    else await records.change(record.id, ({ value }) => startReading(value, now()));
  }

  async function read(record: WebsiteRecord, options: CrawlOptions): Promise<void> {
    const { id, value } = record;
    try {
      const end = await crawl(record, options);
      await records.change(id, ({ value: stored }) => afterCrawl(stored, value, end, now()));
    } catch (error) {
      if (options.signal.aborted) return;
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      telemetry.record({ type: 'warning', code: 'website-not-read' });
      await records.change(id, ({ value: stored }) => afterFailure(stored, problem, now()));
    }
  }

  /** Works until nothing is due; only one step if `isBounded`. */
  async function workOn(id: string, isBounded: boolean): Promise<void> {
    for (let isMore = true; isMore && !stopping.aborted;) {
      const changed = new AbortController();
      running.set(id, changed);
      try {
        const isUnfinished = await work(id, changed.signal);
        isMore = changed.signal.aborted || (isUnfinished && !isBounded);
      } finally {
        running.delete(id);
      }
    }
  }

  function wake(id: string): void {
    if (!running.has(id)) background.run(workOn(id, false));
  }

  return {
    wake,

    interrupt(id) {
      running.get(id)?.abort();
      wake(id);
    },

    async runDue() {
      const due = (await records.list()).filter(
        ({ id, value }) => !running.has(id) && isWebsiteDue(value, clock.now()),
      );
      await Promise.all(due.map(({ id }) => workOn(id, true)));
    },
  };
}

/** The website at the start of a reading. */
export function startReading(value: StoredWebsiteSource, now: string): StoredWebsiteSource {
  const { problem: _problem, nextReadAt: _next, ...rest } = value;
  return { ...rest, phase: 'reading', startedAt: now };
}

function afterCrawl(
  stored: StoredWebsiteSource,
  before: StoredWebsiteSource,
  { isDone, pages, offers }: CrawlEnd,
  now: string,
): StoredWebsiteSource {
  const counted = { ...stored, offers, pages: countPages(pages, stored) };
  // The website was stopped or restarted; the stop publishes the pages read so far.
  if (!isDone || stored.phase !== before.phase || stored.startedAt !== before.startedAt) return counted;
  if (stored.phase === 'finding') return { ...counted, phase: 'found' };
  const ended = { ...counted, phase: 'read' as const, readAt: now, isUnpublished: true };
  const { changes: _changes, nextReadAt: _next, ...rest } = ended;
  const next = nextReadAt(stored.schedule, now);
  return {
    ...rest,
    pages: countPages(pages, ended),
    ...(next !== undefined && { nextReadAt: next }),
    ...(stored.readAt !== undefined && {
      changes: changesOf(pages, { startedAt: stored.startedAt, since: stored.readAt }),
    }),
  };
}

/** The website after it could not be opened: its pages are kept, and the next reading tries again. */
function afterFailure(value: StoredWebsiteSource, problem: SkipReason, now: string): StoredWebsiteSource {
  const { nextReadAt: _next, ...rest } = value;
  const next = nextReadAt(value.schedule, now);
  return { ...rest, phase: 'failed', problem, ...(next !== undefined && { nextReadAt: next }) };
}

/** Why a website cannot be opened; undefined for other errors. */
function problemOf(error: unknown): SkipReason | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { reason } = error.details;
  return typeof reason === 'string' && isReason(reason) ? reason : undefined;
}

const isReason = (reason: string): reason is SkipReason => Object.hasOwn(SKIP_REASON_TEXTS, reason);
