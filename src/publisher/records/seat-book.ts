import * as z from 'zod/mini';
import { time } from '../../lib/fields.ts';

/**
 * The agent seats of a deployment, by oid (docs/rules.md, Seats). Times are RFC 3339 in UTC.
 */
export const SeatBook = z.object({
  /** The latest claim of each agent. */
  seats: z.record(z.string(), time()),
  /**
   * The claims of the last minute by their ids; they count as seats, too. If the write of the session fails,
   * the entry of its claim is removed; other claims of the agent are kept.
   */
  recentClaims: z._default(
    z.record(
      z.string(),
      z.object({
        oid: z.string(),
        at: time(),
        /** This claim set `quotaExceededAt`. */
        datesExcess: z.exactOptional(z.literal(true)),
      }),
    ),
    {},
  ),
  /** The start of the grace period: the time of the claim that exceeded the quota. */
  quotaExceededAt: z.exactOptional(time()),
});
export type SeatBook = z.output<typeof SeatBook>;
