import { transition } from '../../core/session-state-machine.ts';
import type { ActivityCounts } from '../../availability/rules/activity.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { AgentRating, VisitorRating } from '../records/visitor-rating.ts';
import type { SessionRecord } from '../records/session.ts';

/** The change of the counts by a rating; a replaced rating is subtracted. */
export type RatingDelta = Pick<ActivityCounts, 'visitsHelpful' | 'visitsNotHelpful'>;

type RatingOutcome =
  | { ok: true; session: SessionRecord; changed: boolean; delta: RatingDelta }
  | { ok: false; refusal: ErrorCode };

/** Stores a visitor's rating of a closed conversation; it replaces an earlier one. */
export function rateConversation(
  session: SessionRecord,
  { helpful, comment }: Pick<VisitorRating, 'helpful' | 'comment'>,
  now: string,
): RatingOutcome {
  const allowed = transition(session, { type: 'rate' }, now);
  if (!allowed.ok) return allowed;
  const { visitorRating: before } = session;
  const change = (value: boolean) => Number(helpful === value) - Number(before?.helpful === value);
  const delta = { visitsHelpful: change(true), visitsNotHelpful: change(false) };
  if (before?.helpful === helpful && before.comment === comment) {
    return { ok: true, session, changed: false, delta };
  }
  const visitorRating = { helpful, ...(comment !== undefined && { comment }), ratedAt: now };
  return { ok: true, session: { ...session, visitorRating, updatedAt: now }, changed: true, delta };
}

/** The sums of agents' ratings over days, sorted by name; negative counts become 0. */
export function sumOfRatings(days: readonly (readonly AgentRating[])[]): AgentRating[] {
  const all = new Map<string, AgentRating>();
  for (const { oid, name, helpful, notHelpful } of days.flat()) {
    const before = all.get(oid) ?? { helpful: 0, notHelpful: 0 };
    const sums = { helpful: before.helpful + helpful, notHelpful: before.notHelpful + notHelpful };
    all.set(oid, { oid, name, ...sums });
  }
  return [...all.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Adds a rating to a day. Counts can be negative, since a replaced rating may belong to an earlier day. */
export function withRating(
  day: readonly AgentRating[],
  { oid, name }: Pick<AgentRating, 'oid' | 'name'>,
  { visitsHelpful, visitsNotHelpful }: RatingDelta,
): AgentRating[] {
  const before = day.find((one) => one.oid === oid) ?? { helpful: 0, notHelpful: 0 };
  const after = {
    oid,
    name,
    helpful: Math.max(0, before.helpful + visitsHelpful),
    notHelpful: Math.max(0, before.notHelpful + visitsNotHelpful),
  };
  return [...day.filter((one) => one.oid !== oid), after];
}
