import * as z from 'zod/mini';
import { count, time, uuid } from '../../lib/fields.ts';
import { NoticeFacts, NoticeKind } from './outbox-entry.ts';

/** A notice for other systems: a CloudEvent (CloudEvents 1.0, JSON format) without content. */
export const ConversationEvent = z.object({
  specversion: z.literal('1.0'),
  /** An idempotency key: repeats have the same id, and receivers ignore them. */
  id: uuid(),
  /** The id of the deployment. */
  source: z.string(),
  type: NoticeKind,
  /** A pseudonym of the conversation, the same for all its events. It does not contain the session id. */
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
