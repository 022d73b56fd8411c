import * as z from 'zod/mini';
import { count, named, time } from '../../lib/fields.ts';
import { HandoffReason } from './session.ts';

/** The figures of a group of closed conversations (docs/admin-guide.md, Read the reports). */
const GroupFigures = z.object({
  conversations: count(),
  /** Medians; null if no conversation of the group has a value. */
  firstReplySeconds: z.nullable(count()),
  closeSeconds: z.nullable(count()),
  /** The visitors' ratings after the close. */
  helpful: count(),
  notHelpful: count(),
});
export type GroupFigures = z.output<typeof GroupFigures>;

/** The assistant's results in a date range (docs/admin-guide.md, Read the reports). */
const AssistantFigures = z.object({
  conversations: count(),
  /** The share that the assistant resolved, 0 to 1; null without conversations. */
  resolvedShare: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  answers: count(),
  ratedHelpful: count(),
  ratedNotHelpful: count(),
  notAnswered: count(),
});
export type AssistantFigures = z.output<typeof AssistantFigures>;

/** The volume of one day: conversations that started, and those that the assistant did not resolve. */
const DayFigures = z.object({ day: z.iso.date(), conversations: count(), unresolved: count() });
export type DayFigures = z.output<typeof DayFigures>;

export const TeamReport = z
  .object({
    total: GroupFigures,
    /** The figures of the range of equal length before; null if it has more conversations than are read. */
    previous: z.nullable(GroupFigures),
    assistant: AssistantFigures,
    previousAssistant: AssistantFigures,
    /** Every day of the range, oldest first, in the time zone of the report. */
    days: z.array(DayFigures),
    /** Grouped by the agent who closed them, most conversations first. */
    agents: z.array(z.extend(GroupFigures, { oid: z.string(), name: z.string() })),
    /** Grouped by the hour of the first handoff or claim: all 24 hours, in the time zone of the report. */
    hours: z.array(z.extend(GroupFigures, { hour: count() })),
    /** Grouped by the reason of the handoff, most conversations first. */
    reasons: z.array(z.extend(GroupFigures, { reason: HandoffReason })),
    from: time(),
    to: time(),
    timeZone: z.string(),
    /** The report is cut at its maximum of conversations: `from` is later than requested. */
    isPartial: z.boolean(),
  })
  .register(
    z.globalRegistry,
    named('TeamReport', 'The conversations that agents closed from `from` to before `to`, in groups.'),
  );
export type TeamReport = z.output<typeof TeamReport>;
