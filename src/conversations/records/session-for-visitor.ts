import * as z from 'zod/mini';
import { plainText } from '../../lib/plain-text.ts';
import { count, fieldsOf, named, time, uuid } from '../../lib/fields.ts';
import type { LeftMessage } from './contact.ts';
import { leftMessageOf } from './public-session.ts';
import { SessionRecord, SessionStatus } from './session.ts';

const ShownToVisitor = z.pick(SessionRecord, {
  sessionId: true,
  status: true,
  createdAt: true,
  updatedAt: true,
  lastMessageAt: true,
  messageCount: true,
  continuedBy: true,
});
const shownToVisitor = fieldsOf(ShownToVisitor);

/** A session in visitors' answers. */
export type VisitorSession = z.output<typeof ShownToVisitor> & {
  agent?: { name: string };
  leftMessage?: LeftMessage;
  /** Only if it is closed: whether the visitor has rated it. */
  rated?: boolean;
};

/** A conversation in its visitor's list. */
export const VisitorConversation = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    opening: z.string(),
    preview: z.string(),
    lastMessageAt: time(),
    messageCount: count(),
    agent: z.exactOptional(z.object({ name: z.string() })),
    /** The ids of the closed conversations that it continues. */
    earlier: z.exactOptional(z.array(uuid())),
  })
  .register(
    z.globalRegistry,
    named(
      'VisitorConversation',
      'A conversation in its visitor’s list; `opening` is the start of its first message, `preview` of its last, without Markdown.',
    ),
  );
export type VisitorConversation = z.output<typeof VisitorConversation>;

/** The entry of a session in its visitor's list; `preview` is plain text. */
export function conversationForVisitor(record: SessionRecord): VisitorConversation {
  const { preview, opening = '', earlier } = record;
  const { sessionId, status, lastMessageAt, messageCount, agent } = sessionForVisitor(record);
  const { text } = plainText(preview);
  return {
    ...{ sessionId, status, opening, preview: text, lastMessageAt, messageCount },
    ...(agent && { agent }),
    ...(earlier && { earlier: earlier.map((part) => part.sessionId) }),
  };
}

/** The fields of a session for its visitor: never an agent's oid (docs/api.md, Records). */
export function sessionForVisitor(record: SessionRecord): VisitorSession {
  const { status, claimedByName: name } = record;
  return {
    ...shownToVisitor(record),
    ...(status === 'claimed' && name !== undefined && { agent: { name } }),
    ...leftMessageOf(record),
    ...(status === 'closed' && { rated: record.visitorRating !== undefined }),
  };
}
