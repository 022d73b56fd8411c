import * as z from 'zod/mini';
import { fieldsOf, named, time, uuid } from './fields.ts';

export const Role = z.enum(['visitor', 'assistant', 'agent', 'system']);
export type Role = z.output<typeof Role>;

export const Rating = z.enum(['up', 'down']);
export type Rating = z.output<typeof Rating>;

/** A section that an answer rests on. */
export const Source = z.object({ title: z.string(), url: z.exactOptional(z.string()) });
export type Source = z.output<typeof Source>;

/** One message of a conversation. `seq` counts 1, 2, 3 … in its session without a gap. */
export const Message = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    seq: z.int().check(z.minimum(1)),
    role: Role,
    content: z.string(),
    createdAt: time(),
    agent: z.exactOptional(z.object({ oid: z.string(), name: z.string() })),
    /** The answer broke off; `content` is what the visitor saw of it. */
    interrupted: z.exactOptional(z.boolean()),
    sources: z.exactOptional(z.readonly(z.array(Source))),
    /** What the visitor may send next; each is an item of a list in the content. */
    suggestions: z.exactOptional(z.readonly(z.array(z.string()))),
    rating: z.exactOptional(Rating),
    /** On a system message: what it says, so that a client can say it in its own language. */
    event: z.exactOptional(z.enum(['human-requested'])),
    /** On an assistant's message: the visitor's message that it answers. */
    replyTo: z.exactOptional(uuid()),
    /** On a visitor's message: it went to the claiming agent, not to the assistant. */
    queued: z.exactOptional(z.boolean()),
    /** On an assistant's message: it found nothing to answer from, or handed over. */
    unanswered: z.exactOptional(z.boolean()),
  })
  .register(z.globalRegistry, named('Message', 'A message as admins and agents see it.'));
export type Message = z.output<typeof Message>;

/** A message before it has its place in a conversation. */
export type MessageDraft = Omit<Message, 'sessionId' | 'seq' | 'createdAt'>;

const PublicMessage = z.pick(Message, {
  id: true,
  sessionId: true,
  seq: true,
  role: true,
  content: true,
  createdAt: true,
  interrupted: true,
  sources: true,
  suggestions: true,
  rating: true,
  event: true,
});

/** A message as visitors get it (docs/api.md, Records). */
export const VisitorMessage = z
  .extend(PublicMessage, { agent: z.exactOptional(z.object({ name: z.string() })) })
  .register(
    z.globalRegistry,
    named('VisitorMessage', 'A message as visitors see it: an agent is a name, never an id.'),
  );
export type VisitorMessage = z.output<typeof VisitorMessage>;

const publicFields = fieldsOf(PublicMessage);

export function forVisitor(message: Message): VisitorMessage {
  const { agent } = message;
  return { ...publicFields(message), ...(agent && { agent: { name: agent.name } }) };
}
