import * as z from 'zod/mini';
import { count, fieldsOf, named, time, uuid } from '../../lib/fields.ts';

/** A closed conversation in the report, without content. */
export const ClosedChatRecord = z.object({
  sessionId: uuid(),
  closedAt: time(),
  createdAt: time(),
  sourceDomain: z.exactOptional(z.string()),
  widgetId: z.exactOptional(z.string()),
  widgetName: z.exactOptional(z.string()),
  /** The agent who closed it. */
  agentName: z.exactOptional(z.string()),
  /** From the last request for an agent to the claim; absent without a request. */
  waitedSeconds: z.exactOptional(count()),
  /** From the claim to the close. */
  handledSeconds: z.exactOptional(count()),
  messageCount: count(),
  /** The names of its tags, also of deleted ones. */
  tags: z.exactOptional(z.array(z.string())),
  /** US dollars; only for admins. */
  cost: z.number(),
  /** The number of model calls of unknown price, not included in `cost`; only for admins. */
  unpricedCalls: z.exactOptional(count()),
});
export type ClosedChatRecord = z.output<typeof ClosedChatRecord>;

const ClosedChatForAgents = z.pick(ClosedChatRecord, {
  sessionId: true,
  closedAt: true,
  createdAt: true,
  sourceDomain: true,
  widgetId: true,
  widgetName: true,
  agentName: true,
  waitedSeconds: true,
  handledSeconds: true,
  messageCount: true,
  tags: true,
});
export const closedChatForAgents: (chat: ClosedChatRecord) => ClosedChat = fieldsOf(ClosedChatForAgents);

/** A closed conversation in the report; only admins get `cost`. */
export const ClosedChat = z
  .object({ ...ClosedChatRecord.shape, cost: z.exactOptional(ClosedChatRecord.shape.cost) })
  .register(
    z.globalRegistry,
    named('ClosedChat', 'A closed conversation with its source and durations; only admins get `cost`.'),
  );
export type ClosedChat = z.output<typeof ClosedChat>;
