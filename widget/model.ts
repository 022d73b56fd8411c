/** Untrusted input, read field by field. */
export interface Loose {
  readonly [name: string]: unknown;
}

const isLoose = (value: unknown): value is Loose => value === Object(value);

/** The fields of a value; empty if it is not an object. */
export const loose = (value: unknown): Loose => (isLoose(value) ? value : {});

/** The fields of a JSON text; empty for other text, such as an HTML error page. */
export const parse = (json: string): Loose => {
  try {
    return loose(JSON.parse(json));
  } catch {
    // The caller decides by the status.
    return {};
  }
};

/** A text; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A list; empty for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export type Rating = 'up' | 'down';

/** A stored message. Required fields are checked; optional ones are read where they are shown. */
export interface Message {
  id: string;
  seq: number;
  /** visitor, assistant, agent; any other is shown as a system line. */
  role: string;
  content: string;
  createdAt?: unknown;
  agent?: unknown;
  event?: unknown;
  interrupted?: unknown;
  sources?: unknown;
  links?: unknown;
  suggestions?: unknown;
  rating?: unknown;
  attachments?: unknown;
  proposal?: unknown;
  offers?: unknown;
}

/** Whether a value is a message that can be shown: the service's contract is not trusted. */
export const isMessage = (value: unknown): value is Message => {
  const { id, role, content, seq } = loose(value);
  return [id, role, content].every(text) && Number.isInteger(seq);
};

/** The agent's name in a conversation or message. */
export const agentName = (value: Loose | Message): string => text(loose(value.agent).name);
