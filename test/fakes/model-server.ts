import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { closeServer, listen } from '../support/servers/listen.ts';
import { chatAnswer, ChatCall } from './model/chat-completions.ts';
import {
  embeddingBody,
  OPENAI_LIMITS,
  parseEmbedding,
  refusedEmbedding,
  type EmbeddingLimits,
  type EmbeddingScript,
  type ReceivedEmbedding,
} from './model/embeddings.ts';
import { DEPLOYMENT_GONE, newestModelRefuses, refusedRounds, type Refusal } from './model/refusals.ts';
import { responsesAnswer, ResponsesCall } from './model/responses.ts';
import type { ScriptedReply } from './model/script.ts';

export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  path: string;
  api: 'responses' | 'chat-completions';
  body: Readonly<Record<string, unknown>>;
  model: string;
  /** The messages so far, in order, whatever the protocol calls them. */
  messages: { role: string; content: string }[];
  /** The names of the tools that the model can call. */
  tools: string[];
  /** Settles when the answer has ended or the connection is cut; true where the caller cut it. */
  cut: Promise<boolean>;
}

type Script = ScriptedReply | ((call: ReceivedCall) => ScriptedReply);

export interface ModelServer {
  /** The base URL for a client, without a slash at the end. */
  readonly url: string;
  readonly requests: ReceivedCall[];
  /** The answers that the provider stores for thirty days because a call did not say `store: false`. */
  readonly stored: unknown[];
  /** Scripts the next calls; the last one repeats. A function answers what it is asked. */
  script(...answers: Script[]): void;
  /** The models and deployments that exist; by default any name does. */
  deployments(...names: string[]): void;
  /** `POST /embeddings`, with vectors of the texts' characters. */
  readonly embeddings: {
    readonly requests: ReceivedEmbedding[];
    readonly limits: EmbeddingLimits;
    /** Scripts the next calls; those after them are answered well. With `always` the script is for all. */
    script(...answers: EmbeddingScript[]): void;
    always(answer: EmbeddingScript): void;
  };
  /** The answer to `GET /models`: the account's models, or an error. */
  catalogue(answer: unknown, status?: number): void;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /**
   * `newest`: refuses what the newest hosted models refuse. `open`: a server of open models, which supports
   * only Chat Completions and ignores unknown parameters.
   */
  behaves?: 'newest' | 'open';
}

const Tools = z.array(
  z.union([
    z.looseObject({ function: z.looseObject({ name: z.string() }) }).transform((tool) => tool.function.name),
    z.looseObject({ name: z.string() }).transform((tool) => tool.name),
  ]),
);

/**
 * A server that speaks the streamed parts of the Responses and the Chat Completions API, and follows the
 * test's script.
 */
export async function startModelServer({
  behaves = 'newest',
}: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ReceivedCall[] = [];
  const stored: unknown[] = [];
  let answers: Script[] = [{ echo: true }];
  let deployments: ReadonlySet<string> | undefined;
  const embedded: ReceivedEmbedding[] = [];
  const limits = { ...OPENAI_LIMITS };
  let embeddingScripts: EmbeddingScript[] = [];
  let embeddingScript: EmbeddingScript = {};
  let catalogue: { answer: unknown; status: number } = { answer: { object: 'list', data: [] }, status: 200 };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });

  /** Why no script answers the call; undefined where one does. */
  function refusalOf({ api, body, model, refusal }: Call) {
    if (refusal) return refusal;
    const refused = behaves === 'newest' ? newestModelRefuses(api, body) : undefined;
    if (refused) return refused;
    return deployments && !deployments.has(model) ? DEPLOYMENT_GONE : undefined;
  }

  async function embed(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parseEmbedding(await json(request));
    if (!body) {
      reply(response, 400, { error: { message: 'Unrecognized request argument supplied', code: null } });
      return;
    }
    embedded.push({ headers: request.headers, path: request.url ?? '', body });
    const script = embeddingScripts.shift() ?? embeddingScript;
    await script.after;
    if (script.hang) return;
    if (script.die === 'before-headers') return void response.destroy();
    const refused = refusedEmbedding(body, limits);
    const isUnknown = deployments && !deployments.has(body.model);
    const failed = script.error ?? refused ?? (isUnknown ? DEPLOYMENT_GONE : undefined);
    if (failed) {
      reply(response, failed.status, failed.body, 'headers' in failed ? failed.headers : {});
      return;
    }
    const text = script.body ?? embeddingBody(body, script, limits);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    if (script.die === undefined) response.end(text);
    else response.write(text.slice(0, text.length / 2), () => response.destroy());
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.endsWith('/embeddings')) {
      await embed(request, response);
      return;
    }
    if (request.method === 'GET' && path.endsWith('/models')) {
      reply(response, catalogue.status, catalogue.answer);
      return;
    }
    const call = callIn(path, await json(request));
    if (!call || (behaves === 'open' && call.api === 'responses')) {
      reply(response, call ? 404 : 400, {
        error: { message: 'Not a call that this server knows.', code: null },
      });
      return;
    }
    const { promise: cut, resolve } = Promise.withResolvers<boolean>();
    const { refusal: _wrong, ...asked } = call;
    const received = { ...asked, headers: request.headers, path, cut };
    requests.push(received);
    const refusal = refusalOf(call);
    if (refusal) {
      reply(response, refusal.status, refusal.body);
      return;
    }
    const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    const script = typeof next === 'function' ? next(received) : next;
    // A line that this server cuts itself is not cut by the caller.
    response.on('close', () => resolve(!response.writableFinished && script.die === undefined));
    if (call.api === 'responses' && call.body['store'] !== false) stored.push(call.body);
    await answer(response, script, call);
  }

  const origin = await listen(server);
  return {
    url: `${origin}/v1`,
    requests,
    stored,
    script(...next) {
      answers = next;
    },
    deployments(...names) {
      deployments = new Set(names);
    },
    embeddings: {
      requests: embedded,
      limits,
      script(...next) {
        embeddingScripts = next;
      },
      always(next) {
        embeddingScript = next;
      },
    },
    catalogue(next, status = 200) {
      catalogue = { answer: next, status };
    },
    close: () => closeServer(server),
  };
}

type Call = Pick<ReceivedCall, 'api' | 'body' | 'model' | 'messages' | 'tools'> & {
  refusal: Refusal | undefined;
};

function callIn(path: string, body: unknown): Call | undefined {
  if (path.endsWith('/chat/completions')) {
    const { data } = ChatCall.safeParse(body);
    return (
      data && {
        api: 'chat-completions',
        body: data,
        model: data.model,
        messages: data.messages.map(({ role, content }) => ({ role, content: content ?? '' })),
        tools: toolsIn(data),
        refusal: refusedRounds({ chat: data }),
      }
    );
  }
  const { data } = path.endsWith('/responses') ? ResponsesCall.safeParse(body) : {};
  if (!data) return undefined;
  const { model, instructions, input } = data;
  const messages = [
    ...(instructions === undefined ? [] : [{ role: 'system', content: instructions }]),
    ...input.flatMap(messageOf),
  ];
  const refusal = refusedRounds({ responses: data });
  return { api: 'responses', body: data, model, messages, tools: toolsIn(data), refusal };
}

/** An item in the words of Chat Completions. */
function messageOf(item: ResponsesCall['input'][number]): { role: string; content: string }[] {
  switch (item.type) {
    case 'reasoning':
      return [];
    case 'function_call':
      return [{ role: 'assistant', content: '' }];
    case 'function_call_output':
      return [{ role: 'tool', content: item.output }];
    default: {
      const { role, content } = item;
      const texts = typeof content === 'string' ? [content] : content.map(({ text = '' }) => text);
      return [{ role, content: texts.join('') }];
    }
  }
}

function toolsIn(body: Readonly<Record<string, unknown>>): string[] {
  return Tools.parse(body['tools'] ?? []);
}

function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}

async function answer(
  response: ServerResponse,
  script: ScriptedReply,
  call: Pick<Call, 'api' | 'body' | 'model' | 'messages'>,
): Promise<void> {
  const { before, error, hang, die } = script;
  await before;
  if (hang === 'before-headers') return;
  if (die === 'before-headers') return void response.destroy();
  if (error) {
    reply(response, error.status, error.body, error.headers);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
  response.flushHeaders();

  const texts = script.echo ? [call.messages.at(-1)?.content ?? ''] : (script.deltas ?? []);
  const events = (call.api === 'responses' ? responsesAnswer : chatAnswer)(
    script,
    script.model ?? call.model,
    texts,
    JSON.stringify(call.body['include'] ?? '').includes('reasoning.encrypted_content'),
  );
  await play(response, script, events);
}

/** Sends the events in their order, as far as the script goes. */
async function play(
  response: ServerResponse,
  { hang, die, everyMs, lineEnd = '\n', partBytes }: ScriptedReply,
  events: ReturnType<typeof chatAnswer>,
): Promise<void> {
  const send = (data: string) =>
    write(response, `${named(data, lineEnd)}data: ${data}${lineEnd}${lineEnd}`, partBytes);

  for (const event of events.opening) await send(event);
  for (const [index, event] of [...events.pieces, undefined].entries()) {
    if (hang === index) return;
    // A line that is cut immediately would drop the data that was written with it.
    if (die === index) return void setImmediate(() => response.destroy());
    if (event === undefined) break;
    if (everyMs !== undefined) await delay(everyMs);
    if (response.destroyed) return;
    await send(event);
  }
  for (const event of events.closing) await send(event);
  response.end();
}

/** The Responses API names its events next to their data. */
function named(data: string, lineEnd: string): string {
  const [, type] = /^\{"type":"([\w.]+)"/.exec(data) ?? [];
  return type === undefined ? '' : `event: ${type}${lineEnd}`;
}

async function write(response: ServerResponse, text: string, partBytes: number | undefined): Promise<void> {
  const bytes = Buffer.from(text);
  if (partBytes === undefined) return void response.write(bytes);
  for (let at = 0; at < bytes.length; at += partBytes) {
    const left = Promise.withResolvers<void>();
    response.write(bytes.subarray(at, at + partBytes), () => setImmediate(left.resolve));
    await left.promise;
  }
}
