import { AppError } from '../../core/errors.ts';
import type { StoredWebsiteSource, WebsitePage, WebsiteProblem } from '../records/website-source.ts';
import { changesOf } from './changes.ts';
import { countPages } from './page-states.ts';
import { nextReadAt, readingStart, retryAt } from './schedule.ts';
import { hasSameScope } from './scope.ts';
import { isPassing, SKIP_REASON_TEXTS, type SkipReason } from './skip-reasons.ts';

/** The state at the end of a step; `isDone`: all pages were requested, otherwise a later step continues. */
export interface CrawlEnd {
  isDone: boolean;
  pages: readonly WebsitePage[];
  /** How many pages were left out without being stored. */
  leftOutCount: number;
  offers: StoredWebsiteSource['offers'];
  /** The address that the website's address leads to. */
  startUrl: string;
  /** The dates of the sitemap were found to be wrong. */
  hasWrongDates: boolean;
  /** The time that the site asks to wait for. */
  pausedUntil?: string;
}

/** A website whose reading started at `startedAt`; the result of the reading before no longer counts. */
export function startReading(value: StoredWebsiteSource, startedAt: string): StoredWebsiteSource {
  const { problem: _problem, movedTo: _moved, nextReadAt: _next, ...rest } = value;
  return { ...rest, phase: 'reading', startedAt };
}

/**
 * A website that an admin starts to read. A reading in progress continues, and one that was interrupted
 * within the last hour is resumed. Earlier steps that ended their instances no longer count.
 */
export function startByAdmin(value: StoredWebsiteSource, now: string): StoredWebsiteSource {
  const { lostSteps: _lost, ...afresh } = value;
  if (value.phase === 'reading') return afresh;
  return startReading(afresh, readingStart({ ...value, isComplete: value.phase === 'read' }, now));
}

/** A website whose finding or reading an admin stops; the pages read so far are published. */
export function stopByAdmin(value: StoredWebsiteSource, now: string): StoredWebsiteSource {
  if (value.phase === 'finding') return { ...value, phase: 'found' };
  if (value.phase !== 'reading') return value;
  const next = value.readAt === undefined ? undefined : nextReadAt(value.schedule, now);
  const { pausedUntil: _paused, waitingSince: _waiting, ...rest } = value;
  return { ...rest, phase: 'stopped', isUnpublished: true, ...(next !== undefined && { nextReadAt: next }) };
}

/** A website after a step of its reading; the last step ends it. `before`: as the step found it. */
export function afterCrawl(
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
export function afterLostSteps(value: StoredWebsiteSource): StoredWebsiteSource {
  const { nextReadAt: _next, lostSteps: _lost, waitingSince: _waiting, ...rest } = value;
  return { ...rest, phase: 'failed', problem: 'instance-ended', isUnpublished: false };
}

export interface Failure {
  problem: WebsiteProblem;
  /** The time that the site asks to wait; 0 without one. */
  retryAfterSeconds: number;
  /** The other website that the address leads to. */
  movedTo?: string;
}

/** The website after it could not be read: its pages are kept, and a later reading tries again. */
export function afterFailure(
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
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof AppError)) return { problem: 'unexpected', retryAfterSeconds: 0 };
  const { reason, retryAfterSeconds = 0, movedTo } = error.details;
  if (typeof reason !== 'string' || !isReason(reason)) return undefined;
  return { problem: reason, retryAfterSeconds, ...(typeof movedTo === 'string' && { movedTo }) };
}

const isReason = (reason: string): reason is SkipReason => Object.hasOwn(SKIP_REASON_TEXTS, reason);
