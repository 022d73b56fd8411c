/** Untrusted input, whose fields are checked when they are read. */
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
    // The caller checks the status.
    return {};
  }
};

/** The value if it is a string; otherwise an empty string. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value if it is an array; otherwise an empty array. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export type Rating = 'up' | 'down';

/** A stored message. Required fields are validated; optional ones are read when they are shown. */
export interface Message {
  id: string;
  seq: number;
  /** visitor, assistant or agent. Other roles are shown as system messages. */
  role: string;
  content: string;
  createdAt?: unknown;
  agent?: unknown;
  event?: unknown;
  closedAt?: unknown;
  interrupted?: unknown;
  sources?: unknown;
  links?: unknown;
  suggestions?: unknown;
  rating?: unknown;
  attachments?: unknown;
  proposal?: unknown;
  offers?: unknown;
}

/** Whether a value is a valid message. The service's response is not trusted. */
export const isMessage = (value: unknown): value is Message => {
  const { id, role, content, seq } = loose(value);
  return [id, role, content].every(text) && Number.isInteger(seq);
};

/** The agent's name in a conversation or message. */
export const agentName = (value: Loose | Message): string => text(loose(value.agent).name);
