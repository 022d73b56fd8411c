import * as z from 'zod/mini';
import { time } from './fields.ts';

/**
 * The stored agent seats of a deployment, by oid. A seat is an agent with a claim in the last days
 * (docs/api.md, Seats). Times are RFC 3339 in UTC.
 */
export const SeatBook = z.object({
  /** The latest claim of each agent. */
  seats: z.record(z.string(), time()),
  /**
   * The claims of the last minute by their ids, which count as seats too. A claim that loses its session
   * removes its entry, whatever other claims the agent made in the meantime.
   */
  recentClaims: z._default(
    z.record(
      z.string(),
      z.object({
        oid: z.string(),
        at: time(),
        /** This claim has set `quotaExceededAt`. */
        datesExcess: z.exactOptional(z.literal(true)),
      }),
    ),
    {},
  ),
  /** Set by the claim that exceeded the quota. */
  quotaExceededAt: z.exactOptional(time()),
});
export type SeatBook = z.output<typeof SeatBook>;
