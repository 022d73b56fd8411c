/** Longest visitor or agent message, in Unicode code points (specification, Limits). */
export const MAX_MESSAGE_LENGTH = 4000;

export type Role = 'visitor' | 'assistant' | 'agent' | 'system';
export type Rating = 'up' | 'down';

/** What a system message tells, so that a client can say it in its own language. */
export type SystemEvent = 'human-requested';

/** A section that an answer rests on. */
export interface Source {
  title: string;
  url?: string;
}

/** One message of a conversation as it is stored. `seq` counts 1, 2, 3 … in its session without a gap. */
export interface Message {
  id: string;
  sessionId: string;
  seq: number;
  role: Role;
  content: string;
  createdAt: string;
  agent?: { oid: string; name: string };
  /** The answer broke off; `content` is what the visitor saw of it. */
  interrupted?: boolean;
  sources?: readonly Source[];
  rating?: Rating;
  /** Only on system messages. */
  event?: SystemEvent;
  /** On an assistant's message: the visitor's message that it answers. */
  replyTo?: string;
  /** On a visitor's message: it went to the claiming agent, not to the assistant. Never shown to visitors. */
  queued?: boolean;
  /** On an assistant's message: it found nothing to answer from, or handed over. Never shown to visitors. */
  unanswered?: boolean;
}

/** A message before it has its place in a conversation. */
export type MessageDraft = Omit<Message, 'sessionId' | 'seq' | 'createdAt'>;

/** A message as visitors get it: no oid, nothing of the business's own notes. */
export type VisitorMessage = Omit<Message, 'agent' | 'replyTo' | 'queued' | 'unanswered'> & {
  agent?: { name: string };
};

/** What a visitor may see of a message (docs/api.md, Records). */
export function forVisitor(message: Message): VisitorMessage {
  const { agent, replyTo: _r, queued: _q, unanswered: _u, ...shown } = message;
  return agent ? { ...shown, agent: { name: agent.name } } : shown;
}

/** The number of Unicode code points in a text; what every length limit on messages counts. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `limit` code points of a text on one line, as lists show it. */
export function previewOf(content: string, limit = 120): string {
  return Array.from(content.replace(/\s+/gu, ' ').trim()).slice(0, limit).join('');
}
