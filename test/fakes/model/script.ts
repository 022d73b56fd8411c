/** How one call is answered; without a script, by its latest message. */
export interface ScriptedReply {
  /** Awaited before the answer begins. */
  before?: Promise<unknown>;
  /** The text in its pieces; empty: no text. */
  deltas?: readonly string[];
  /** The pieces are a refusal of the model's. */
  refusal?: boolean;
  /** The text is the latest message of the call, in one piece. */
  echo?: boolean;
  /** A call of a tool after the text; the arguments in their pieces, JSON or not. */
  toolCall?: ScriptedToolCall;
  /** Several of them, whose pieces alternate. */
  toolCalls?: readonly ScriptedToolCall[];
  /** The model has reasoned: the Responses API sends an item of it, encrypted where a call asks for that. */
  reasoning?: string;
  /** As Chat Completions names it (`stop`, `length`, `content_filter`); null: the stream ends without one. */
  finishReason?: string | null;
  /** The usage at the end, in the names of Chat Completions; false: none. */
  usage?: unknown;
  /** The model that answers; without one, the one that was asked. */
  model?: string;
  /** An error instead of an answer. */
  error?: { status: number; body?: unknown; headers?: Record<string, string> };
  /** An event with this `data` after the text instead of an end, such as no JSON at all. */
  badEvent?: string;
  /**
   * An error inside an answer that began with 200, as the protocol reports it; `shape` is how the Responses
   * API does.
   */
  failure?: { code: string; shape?: FailureShape };
  /** Headers of an answer that began with 200. */
  headers?: Record<string, string>;
  /** Events of kinds that a client need not know, among the others. */
  unknownEvents?: boolean;
  /**
   * The point at which the server goes silent, or cuts the line: before its headers, or after this many
   * pieces of text.
   */
  hang?: 'before-headers' | number;
  die?: 'before-headers' | number;
  /**
   * The bytes are written in parts of this size, each when the one before has left; else one part for each
   * event.
   */
  partBytes?: number;
  lineEnd?: '\n' | '\r\n';
  /** The pause before each piece of text, in milliseconds. */
  everyMs?: number;
}

interface ScriptedToolCall {
  /** Without one, `call_` and its place; each round of a real server has new ids. */
  id?: string;
  name?: string;
  arguments: readonly string[];
}

/**
 * `flat`: as documented. `nested`: the fields in `error`. `failed`: a response that failed.
 * `failed-then-nested`: one that failed without saying why, and then the error, as Azure OpenAI does for a
 * rate limit.
 */
export type FailureShape = 'flat' | 'nested' | 'failed' | 'failed-then-nested';

/** The events of one answer in their order; what is cut or goes silent is the server's business. */
export interface Answer {
  /** Before the text. */
  opening: readonly string[];
  /** One for each piece of text. */
  pieces: readonly string[];
  /** After the text. */
  closing: readonly string[];
}

export const USAGE = {
  prompt_tokens: 120,
  completion_tokens: 30,
  prompt_tokens_details: { cached_tokens: 20 },
};

export function callsOf({ toolCall, toolCalls }: ScriptedReply): Required<ScriptedToolCall>[] {
  const calls = toolCalls ?? (toolCall ? [toolCall] : []);
  return calls.map((call, index) => ({ id: `call_${index}`, name: 'request_human', ...call }));
}

/** The pieces of several calls, one of each in turn, with the number of their call. */
export function alternating(calls: readonly ScriptedToolCall[]): { call: number; piece: string }[] {
  const longest = Math.max(0, ...calls.map((call) => call.arguments.length));
  return Array.from({ length: longest }, (_, at) =>
    calls.flatMap(({ arguments: pieces }, call) => {
      const piece = pieces[at];
      return piece === undefined ? [] : [{ call, piece }];
    }),
  ).flat();
}
