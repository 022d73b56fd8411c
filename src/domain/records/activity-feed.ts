import * as z from 'zod/mini';
import { time } from './fields.ts';
import { DeliveryFailure } from './outbox-entry.ts';

/** The result of the last entry that was sent to one agent. */
const AgentFeedState = z.object({
  /** The UTC day. */
  day: z.iso.date(),
  failure: z.exactOptional(z.catch(DeliveryFailure, 'unavailable')),
});
export type AgentFeedState = z.output<typeof AgentFeedState>;

/** Since when no agent could be reached. */
export const FeedFailing = z.object({ since: time(), failure: z.catch(DeliveryFailure, 'unavailable') });
export type FeedFailing = z.output<typeof FeedFailing>;

/** The state of activity feeds, by the oid of each agent. */
export const FeedStates = z.object({
  agents: z.record(z.string(), AgentFeedState),
  failing: z.exactOptional(FeedFailing),
});
export type FeedStates = z.output<typeof FeedStates>;
