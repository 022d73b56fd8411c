import type { StoredWebsiteSource } from '../records/website-source.ts';
import { nextReadAt, readingStart } from './schedule.ts';

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
