import * as z from 'zod/mini';
import { AGENT_STATUSES } from '../../availability/rules/agent-status.ts';
import { FeedFailing } from '../records/activity-feed.ts';
import { named } from '../../lib/fields.ts';
import { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';

export const ActivityFeedReply = z
  .object({
    /** Whether agents sign in with Microsoft Entra, so that the feed can be used. */
    available: z.boolean(),
    on: z.boolean(),
    failing: z.optional(FeedFailing),
    /** The agents of the last 30 days, by name. */
    agents: z.array(
      z.object({
        name: z.string(),
        availability: z.enum(AGENT_STATUSES),
        /** The UTC day of the last single send to this agent. */
        day: z.optional(z.iso.date()),
        /** Why it failed. */
        failure: z.optional(DeliveryFailure),
      }),
    ),
  })
  .register(z.globalRegistry, named('ActivityFeed', 'The activity feeds of agents in Teams.'));
export type ActivityFeedReply = z.infer<typeof ActivityFeedReply>;
