import * as z from 'zod/mini';
import { count, time, uuid } from './fields.ts';
import { NoticeFacts, NoticeKind } from './outbox-entry.ts';

/** A notice for other systems: a CloudEvent (CloudEvents 1.0, JSON format) without content. */
export const ConversationEvent = z.object({
  specversion: z.literal('1.0'),
  /** The same for a repeat: a receiver that has seen it ignores the event. */
  id: uuid(),
  /** The deployment. */
  source: z.string(),
  type: NoticeKind,
  /** The conversation, opaque: the same for all its events, and of no use as a session id. */
  subject: z.string(),
  time: time(),
  datacontenttype: z.literal('application/json'),
  data: z.object({
    /** 1, 2, 3 … in each conversation. */
    order: count(),
    ...NoticeFacts.shape,
  }),
});
export type ConversationEvent = z.output<typeof ConversationEvent>;
