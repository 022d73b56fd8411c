import * as z from 'zod/mini';
import { time } from '../../lib/fields.ts';
import { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';

/** The result of the last entry sent to an agent. */
const AgentFeedState = z.object({
  /** The UTC day. */
  day: z.iso.date(),
  failure: z.exactOptional(z.catch(DeliveryFailure, 'unavailable')),
});
export type AgentFeedState = z.output<typeof AgentFeedState>;

/** Set while no agent can be reached; `since`: the time of the first failure. */
export const FeedFailing = z.object({ since: time(), failure: z.catch(DeliveryFailure, 'unavailable') });
export type FeedFailing = z.output<typeof FeedFailing>;

/** The states of the activity feeds; `agents` is keyed by oid. */
export const FeedStates = z.object({
  agents: z.record(z.string(), AgentFeedState),
  failing: z.exactOptional(FeedFailing),
});
export type FeedStates = z.output<typeof FeedStates>;
