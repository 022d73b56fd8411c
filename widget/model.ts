/** Anything that came from outside, read field by field. */
export interface Loose {
  readonly [name: string]: unknown;
}

const isLoose = (value: unknown): value is Loose => value === Object(value);

/** The fields of anything; none where it is not an object. */
export const loose = (value: unknown): Loose => (isLoose(value) ? value : {});

/** The fields of a JSON text; none where it is something else: an HTML error page, garbage. */
export const parse = (json: string): Loose => {
  try {
    return loose(JSON.parse(json));
  } catch {
    // Whoever asked has other means to tell what that means.
    return {};
  }
};

/** A text; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A list; empty for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export type Rating = 'up' | 'down';

/** A stored message. What the widget cannot do without has been checked; the rest is read where it is shown. */
export interface Message {
  id: string;
  seq: number;
  /** visitor, assistant, agent; any other is a line of the system. */
  role: string;
  content: string;
  createdAt?: unknown;
  agent?: unknown;
  event?: unknown;
  interrupted?: unknown;
  sources?: unknown;
  rating?: unknown;
}

/** Whether the server sent a message that can be shown: it is not trusted to keep to its contract. */
export const isMessage = (value: unknown): value is Message => {
  const fields = loose(value);
  return !!(text(fields.id) && text(fields.role) && text(fields.content) && Number.isInteger(fields.seq));
};

/** The name of the person who answers, as conversations and messages carry it. */
export const agentName = (value: Loose | Message): string => text(loose(value.agent).name);
