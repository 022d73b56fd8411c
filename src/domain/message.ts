/** Maximum length of a visitor or agent message, in Unicode code points (Specification, Limits). */
export const MAX_MESSAGE_LENGTH = 4000;

export type Role = 'visitor' | 'assistant' | 'agent' | 'system';
export type Rating = 'up' | 'down';

/** The event of a system message, so that clients can show it in their own language. */
export type SystemEvent = 'human-requested';

/** A document section that an answer cites. */
export interface Source {
  title: string;
  url?: string;
}

/** A stored message of a conversation. `seq` counts 1, 2, 3 … in its session without a gap. */
export interface Message {
  id: string;
  sessionId: string;
  seq: number;
  role: Role;
  content: string;
  createdAt: string;
  agent?: { oid: string; name: string };
  /** The answer was cut off; `content` is what the visitor saw of it. */
  interrupted?: boolean;
  sources?: readonly Source[];
  rating?: Rating;
  /** Only on system messages. */
  event?: SystemEvent;
  /** On an assistant's message: the visitor's message that it answers. */
  replyTo?: string;
  /**
   * On a visitor's message: it was sent to the claiming agent, not to the assistant. Never shown to visitors.
   */
  queued?: boolean;
  /** On an assistant's message: it found no answer, or handed off. Never shown to visitors. */
  unanswered?: boolean;
}

/** A message before it has its `seq`. */
export type MessageDraft = Omit<Message, 'sessionId' | 'seq' | 'createdAt'>;

/** A message as visitors get it: without oid and internal fields. */
export type VisitorMessage = Omit<Message, 'agent' | 'replyTo' | 'queued' | 'unanswered'> & {
  agent?: { name: string };
};

/** The public part of a message (docs/api.md, Records). */
export function forVisitor(message: Message): VisitorMessage {
  const { agent, replyTo: _r, queued: _q, unanswered: _u, ...shown } = message;
  return agent ? { ...shown, agent: { name: agent.name } } : shown;
}

/** The number of Unicode code points in a text: the unit of every length limit on messages. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `limit` code points of a text on one line, for lists. */
export function previewOf(content: string, limit = 120): string {
  return Array.from(content.replace(/\s+/gu, ' ').trim()).slice(0, limit).join('');
}
