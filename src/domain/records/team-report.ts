import * as z from 'zod/mini';
import { count, named, time } from './fields.ts';
import { HandoffReason } from './handoff-reason.ts';

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

export const TeamReport = z
  .object({
    total: GroupFigures,
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
