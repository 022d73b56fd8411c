import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { listen } from '../support/listen.ts';

/** What a call of the chat completions protocol must look like for this server to answer it. */
const Call = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
});

/** How one call is answered; without a script, by its latest message. */
export interface ScriptedCompletion {
  /** The text in its pieces; empty: no text. */
  deltas?: readonly string[];
  /** The text is the latest message of the call, in one piece. */
  echo?: boolean;
  /** A call of a tool after the text; the arguments in their pieces, JSON or not. */
  toolCall?: { name?: string; arguments: readonly string[] };
  /** Null: none is sent. */
  finishReason?: string | null;
  /** The usage in the last chunk; false: none. */
  usage?: unknown;
  /** An error instead of an answer. */
  error?: { status: number; body?: unknown; headers?: Record<string, string> };
  /** An event with this `data` after the text instead of an end, such as an error object or no JSON at all. */
  badEvent?: string;
  /** Where the server goes silent, or cuts the line: before its headers, or after so many pieces of text. */
  hang?: 'before-headers' | number;
  die?: 'before-headers' | number;
  /** The bytes are written in parts of this size, each when the one before has left; else one part for each event. */
  partBytes?: number;
  lineEnd?: '\n' | '\r\n';
  /** The pause before each piece of text, in milliseconds. */
  everyMs?: number;
}

export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  path: string;
  body: z.output<typeof Call>;
  /** Settles when the answer has ended or the line is cut; true where the caller cut it. */
  cut: Promise<boolean>;
}

export interface ChatCompletionsServer {
  /** The base URL for a client, without a slash at the end. */
  readonly url: string;
  readonly requests: ReceivedCall[];
  /** What the next calls get; the last one goes on. */
  script(...answers: ScriptedCompletion[]): void;
  close(): Promise<void>;
}

const USAGE = { prompt_tokens: 120, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 20 } };

/** A server that speaks the streamed part of the chat completions protocol and does what a test wrote for it. */
export async function startChatCompletionsServer(): Promise<ChatCompletionsServer> {
  const requests: ReceivedCall[] = [];
  let answers: ScriptedCompletion[] = [{ echo: true }];
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { success, data: body } = Call.safeParse(await json(request));
    if (!success) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'Not a streamed chat completion.', code: null } }));
      return;
    }
    const { promise: cut, resolve } = Promise.withResolvers<boolean>();
    const script = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    // A line that this server cuts itself is not cut by the caller.
    response.on('close', () => resolve(!response.writableFinished && script.die === undefined));
    requests.push({ headers: request.headers, path: request.url ?? '', body, cut });
    await answer(response, script, body);
  }

  const origin = await listen(server);
  return {
    url: `${origin}/v1`,
    requests,
    script(...next) {
      answers = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  response: ServerResponse,
  script: ScriptedCompletion,
  { model, messages }: z.output<typeof Call>,
): Promise<void> {
  const { error, hang, die, badEvent, everyMs, lineEnd = '\n' } = script;
  if (hang === 'before-headers') return;
  if (die === 'before-headers') return void response.destroy();
  if (error) {
    const type = typeof error.body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(error.status, { 'content-type': type, ...error.headers });
    response.end(typeof error.body === 'string' ? error.body : JSON.stringify(error.body ?? {}));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();

  const send = async (data: string) => {
    const bytes = Buffer.from(`data: ${data}${lineEnd}${lineEnd}`);
    const size = script.partBytes;
    if (size === undefined) return void response.write(bytes);
    for (let at = 0; at < bytes.length; at += size) {
      const left = Promise.withResolvers<void>();
      response.write(bytes.subarray(at, at + size), () => setImmediate(left.resolve));
      await left.promise;
    }
  };
  const sendChoice = (delta: unknown, finish_reason: string | null = null) =>
    send(JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] }));
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_795_000_000, model };

  const deltas = script.echo ? [messages.at(-1)?.content ?? ''] : (script.deltas ?? []);
  await sendChoice({ role: 'assistant', content: '' });
  for (const [index, content] of deltas.entries()) {
    if (hang === index) return;
    // A line that is cut at once would take what was written with it.
    if (die === index) return void setImmediate(() => response.destroy());
    if (everyMs !== undefined) await delay(everyMs);
    if (response.destroyed) return;
    await sendChoice({ content });
  }
  if (hang === deltas.length) return;
  if (die === deltas.length) return void setImmediate(() => response.destroy());
  if (badEvent !== undefined) {
    await send(badEvent);
    response.end();
    return;
  }
  const { toolCall } = script;
  if (toolCall) {
    const named = {
      id: 'call_1',
      type: 'function',
      function: { name: toolCall.name ?? 'request_human', arguments: '' },
    };
    await sendChoice({ tool_calls: [{ index: 0, ...named }] });
    for (const piece of toolCall.arguments) {
      await sendChoice({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    }
  }
  const { finishReason = toolCall ? 'tool_calls' : 'stop', usage = USAGE } = script;
  if (finishReason !== null) await sendChoice({}, finishReason);
  if (usage !== false) await send(JSON.stringify({ ...chunk, choices: [], usage }));
  if (finishReason !== null) await send('[DONE]');
  response.end();
}
