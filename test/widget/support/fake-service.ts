import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import * as z from 'zod';
import { closeServer, listen } from '../../support/servers/listen.ts';
import { inRelease, moduleCodes, widgetCode } from './bundle.ts';
import { fakePeople, type FakePeople } from './fake-people.ts';

/** A message as visitors get it. */
export interface StoredMessage {
  id: string;
  sessionId: string;
  seq: number;
  role: 'visitor' | 'assistant' | 'agent' | 'system';
  content: string;
  createdAt: string;
  agent?: { name: string };
  event?: 'human-requested';
  interrupted?: boolean;
  sources?: { title: string; url?: string }[];
  links?: string[];
  suggestions?: string[];
  attachments?: { id: string; name: string; type: string; bytes: number }[];
  rating?: 'up' | 'down';
  offers?: unknown;
  proposal?: unknown;
}

export interface StoredSession {
  status: 'open' | 'human_requested' | 'claimed' | 'closed';
  agent?: { name: string };
  leftMessage?: { leftAt: string; answeredAt?: string; byEmail?: true };
  rated?: boolean;
  messages: StoredMessage[];
}

/** An answer of the assistant: its pieces, each sent once the one before is written. */
type Answer = (message: string) => AsyncIterable<string> | Iterable<string>;

/** Answers a request in place of the service. */
export type Fault = (request: IncomingMessage, response: ServerResponse, body: unknown) => void;

export interface FakeService {
  origin: string;
  sessions: Map<string, StoredSession>;
  /** Every request, in order: method, path with query, and body. */
  requests: { method: string; path: string; body: unknown; headers: IncomingMessage['headers'] }[];
  /** Whether people answer, and the messages that were left for them. */
  people: FakePeople;
  /** The signals that visitors sent over their sockets. */
  signals: unknown[];
  setAnswer(answer: Answer, extra?: Partial<StoredMessage>): void;
  /** From now on a path under `/api/` answers like this; undefined takes it back. */
  fault(path: string, fault: Fault | undefined): void;
  /** The error with which a call for a session is refused, if it is. */
  guard(request: IncomingMessage, sessionId: string): [status: number, error: string] | undefined;
  /** The only session there is. */
  theConversation(): { sessionId: string; session: StoredSession };
  claim(name: string): void;
  /** The agent returns the conversation to the queue. */
  release(): void;
  say(content: string): StoredMessage;
  /** Stores a message of the agent whose event is lost. */
  sayUnheard(content: string): void;
  close(): void;
  agentTypes(): void;
  /** Sends anything to every socket. */
  broadcast(frame: unknown): void;
  /** Breaks off every answer on the way to the visitor; the service goes on with it. */
  cut(): void;
  /** Cuts every socket. */
  dropSockets(): void;
  refuseSockets: boolean;
  /** The sockets stay open and say nothing. */
  muteSockets: boolean;
  /** The time of its clock: the time of its messages. Undefined where that is the present. */
  time: Date | undefined;
  sockets(): number;
  stop(): Promise<void>;
}

/** A call, with the way to answer it in JSON. */
export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  body: unknown;
  json(status: number, value: object, headers?: Record<string, string>): unknown;
}

const Chat = z
  .object({
    message: z.optional(z.string()),
    /** The tickets of files; here they are their names. */
    attachments: z.optional(z.array(z.string())),
    sessionId: z.string().check(z.minLength(1)),
    clientMessageId: z.string(),
  })
  .transform(({ message, attachments = [], ...ids }) => ({
    ...ids,
    content: message ?? attachments.join(', '),
  }));
const Rating = z.object({
  sessionId: z.string(),
  messageId: z.string(),
  rating: z.enum(['up', 'down']).nullable(),
});
const WithSession = z.object({ sessionId: z.string() });
const LOCALES = new URL('../../../widget/languages/', import.meta.url);

/** Files of a release never change, as in src/http/asset.ts. */
export const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

/** The visitor's side of the service as docs/api.md describes it, in memory, with faults on demand. */
export async function fakeService(): Promise<FakeService> {
  const sessions: FakeService['sessions'] = new Map();
  const requests: FakeService['requests'] = [];
  const signals: unknown[] = [];
  const faults = new Map<string, Fault>();
  const live = new Map<WebSocket, string>();
  const streams = new Set<ServerResponse>();
  /** Answers that have taken the place of an interrupted one: `after=` returns them once more. */
  const replaced = new Set<string>();
  /** The questions that are being answered: a repeat waits for the end of the first. */
  const answering = new Map<string, Promise<void>>();
  let answer: Answer = (message) => ['You said: ', message];
  let extra: Partial<StoredMessage> = {};
  const scripts = new Map([[await inRelease('widget.js'), await widgetCode()]]);
  for (const [name, code] of await moduleCodes()) scripts.set(await inRelease(name), code);
  const script = (response: ServerResponse, text: string, headers: Record<string, string> = {}) =>
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', ...headers }).end(text);

  const store = (
    sessionId: string,
    part: Pick<StoredMessage, 'role' | 'content'> & Partial<StoredMessage>,
  ) => {
    const session = sessions.get(sessionId) ?? { status: 'open', messages: [] };
    sessions.set(sessionId, session);
    const seq = session.messages.length + 1;
    const message = {
      id: randomUUID(),
      sessionId,
      seq,
      createdAt: (service.time ?? new Date()).toISOString(),
      ...part,
    };
    session.messages.push(message);
    return message;
  };
  const { people, endpoints: peopleEndpoints } = fakePeople(sessions, store);
  const tell = (sessionId: string, data: object) => {
    const frame = { type: 'message', from: 'group', group: `visitors:${sessionId}`, dataType: 'json', data };
    for (const [socket, owner] of live) if (owner === sessionId) socket.send(JSON.stringify(frame));
  };
  const tellSession = (sessionId: string) => {
    const { status, agent, leftMessage } = sessions.get(sessionId) ?? {};
    tell(sessionId, { type: 'session', session: { sessionId, status, agent, leftMessage } });
  };

  const cors = (request: IncomingMessage) => ({
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-headers': 'Content-Type, If-None-Match',
    'access-control-expose-headers': 'ETag, Retry-After',
    vary: 'Origin',
  });

  async function bodyOf(request: IncomingMessage): Promise<unknown> {
    let raw = '';
    for await (const chunk of request) raw += String(chunk);
    return request.method === 'POST' && raw ? JSON.parse(raw) : undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://service');
    const path = url.pathname.replace('/api/', '');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors(request)).end();
      return;
    }
    const body = await bodyOf(request);
    requests.push({ method: request.method ?? '', path: path + url.search, body, headers: request.headers });
    const json = (status: number, value: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { ...cors(request), 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value));
    for (const [name, value] of Object.entries(cors(request))) response.setHeader(name, value);
    const fault = faults.get(path);
    if (fault) {
      fault(request, response, body);
      return;
    }
    const sessionId = WithSession.safeParse(body).data?.sessionId ?? url.searchParams.get('sessionId');
    const refusal = sessionId ? service.guard(request, sessionId) : undefined;
    if (refusal) return void json(refusal[0], { error: refusal[1] });
    const file = scripts.get(path);
    if (file !== undefined) return void script(response, file, FOREVER);
    const endpoint = /^widget\/.+\.json$/.test(path) ? locale : endpoints[path];
    if (endpoint) await endpoint({ request, response, url, body, json });
    else json(404, { error: 'not-found' });
  }

  async function locale({ url, response }: Call): Promise<void> {
    const words = await readFile(new URL(url.pathname.split('/').at(-1) ?? '', LOCALES));
    response.writeHead(200, { 'content-type': 'application/json', ...FOREVER }).end(words);
  }

  const endpoints: Readonly<Partial<Record<string, (call: Call) => unknown>>> = {
    ...peopleEndpoints,
    'widget.js': async ({ response, url }) =>
      script(response, (await widgetCode()).replaceAll('{script-address}', `${origin}${url.pathname}`)),
    messages({ request, response, url, json }) {
      const session = sessions.get(url.searchParams.get('sessionId') ?? '');
      if (!session) {
        return json(404, { error: 'session-not-found', message: 'There is no such conversation.' });
      }
      const after = Number(url.searchParams.get('after') ?? 0);
      const reply = {
        ...session,
        messages: session.messages.filter(({ id, seq }) => seq > after || replaced.has(id)),
      };
      const etag = `"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url')}"`;
      if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
      return json(200, reply, { etag, 'cache-control': 'private, no-cache' });
    },
    negotiate({ body, json }) {
      const { sessionId } = WithSession.parse(body);
      const address = `${origin.replace('http', 'ws')}/hub?session=${sessionId}`;
      json(200, { sessionId, userId: sessionId, url: address, expiresAt: new Date().toISOString() });
    },
    feedback({ body, response }) {
      const { sessionId, messageId, rating } = Rating.parse(body);
      const message = sessions.get(sessionId)?.messages.find(({ id }) => id === messageId);
      if (message) {
        if (rating) message.rating = rating;
        else delete message.rating;
      }
      response.writeHead(204).end();
    },
    'chat/stream': ({ body, response, json }) => chat(Chat.parse(body), response, json),
  };

  async function chat(
    { content, sessionId, clientMessageId }: z.infer<typeof Chat>,
    response: ServerResponse,
    json: (status: number, value: object) => unknown,
  ): Promise<void> {
    await answering.get(clientMessageId);
    const before = sessions.get(sessionId);
    const repeated = before?.messages.find(({ id }) => id === clientMessageId);
    if (before?.status === 'closed' && !repeated) return void json(409, { error: 'session-closed' });
    const message = repeated ?? store(sessionId, { id: clientMessageId, role: 'visitor', content });
    const session = sessions.get(sessionId);
    if (session?.status === 'claimed') {
      return void json(202, { sessionId, status: 'claimed', queued: true, message });
    }
    await answerQuestion(message, repeated !== undefined, response);
  }

  /** Answers a question in a stream; a repeated one by what is stored, unless that was interrupted. */
  async function answerQuestion(
    message: StoredMessage,
    isRepeated: boolean,
    response: ServerResponse,
  ): Promise<void> {
    const { sessionId } = message;
    const session = sessions.get(sessionId);
    const event = (name: string, data: unknown) =>
      response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    streams.add(response);
    event('session', { sessionId, status: session?.status, message });
    const later = isRepeated ? session?.messages.slice(message.seq) : undefined;
    const stored = later?.find(({ role }) => role === 'assistant');
    const whole = stored?.interrupted ? undefined : stored;
    /** The answer, in place of an interrupted one to the same question if there is one. */
    const keep = (part: Partial<StoredMessage>) => {
      if (!stored) return store(sessionId, { role: 'assistant', content: fullContent, ...extra, ...part });
      replaced.add(stored.id);
      const kept = Object.assign(stored, {
        content: fullContent,
        interrupted: undefined,
        ...extra,
        ...part,
      });
      tell(sessionId, { type: 'message', sessionId, message: kept });
      return kept;
    };
    let fullContent = '';
    const add = (piece: string) => {
      fullContent += piece;
      event('delta', { content: piece });
    };
    let ended = () => {};
    answering.set(message.id, new Promise((resolve) => (ended = resolve)));
    try {
      if (whole) add(whole.content);
      else for await (const piece of piecesOf(answer(message.content))) add(piece);
    } catch (error) {
      // The text so far is stored as interrupted; the connection breaks.
      if (fullContent) keep({ interrupted: true });
      ended();
      throw error;
    }
    const reply = whole ?? keep({});
    ended();
    event('complete', {
      fullContent,
      usage: { inputTokens: 1, outputTokens: 1 },
      reply,
      status: session?.status,
    });
    response.end('data: [DONE]\n\n');
  }

  function agentMessage(content: string): StoredMessage {
    const { sessionId, session } = service.theConversation();
    const { agent } = session;
    return store(sessionId, { role: 'agent', content, ...(agent && { agent }) });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // The connection breaks behind what was sent so far, which Node still holds back here.
      if (response.headersSent) response.socket?.destroySoon();
      else response.writeHead(500).end(String(error));
    });
  });
  const hub = new WebSocketServer({ noServer: true, handleProtocols: () => 'json.webpubsub.azure.v1' });
  server.on('upgrade', (request, socket, head) => {
    if (service.refuseSockets) return void socket.destroy();
    hub.handleUpgrade(request, socket, head, (peer) => {
      live.set(peer, new URL(request.url ?? '', 'http://hub').searchParams.get('session') ?? '');
      peer.on('close', () => live.delete(peer));
      peer.on('message', (data: Buffer) => {
        const frame: unknown = JSON.parse(data.toString());
        const { type } = z.looseObject({ type: z.string() }).parse(frame);
        if (service.muteSockets) return;
        if (type === 'ping') peer.send('{"type":"pong"}');
        else signals.push(frame);
      });
      peer.send(
        JSON.stringify({ type: 'system', event: 'connected', userId: 'visitor', connectionId: randomUUID() }),
      );
    });
  });
  const origin = await listen(server);

  const service: FakeService = {
    origin,
    sessions,
    requests,
    people,
    signals,
    refuseSockets: false,
    muteSockets: false,
    time: undefined,
    guard: () => undefined,
    setAnswer(next, more = {}) {
      answer = next;
      extra = more;
    },
    fault(path, fault) {
      if (fault) faults.set(path, fault);
      else faults.delete(path);
    },
    theConversation() {
      const [entry] = sessions;
      if (!entry || sessions.size > 1) throw new Error(`There are ${sessions.size} sessions.`);
      return { sessionId: entry[0], session: entry[1] };
    },
    claim(name) {
      const { sessionId, session } = service.theConversation();
      Object.assign(session, { status: 'claimed', agent: { name } });
      tellSession(sessionId);
    },
    release() {
      const { sessionId, session } = service.theConversation();
      session.status = 'human_requested';
      delete session.agent;
      tellSession(sessionId);
    },
    say(content) {
      const message = agentMessage(content);
      const { sessionId } = message;
      tell(sessionId, { type: 'message', sessionId, message });
      return message;
    },
    sayUnheard: (content) => void agentMessage(content),
    close() {
      const { sessionId, session } = service.theConversation();
      session.status = 'closed';
      tellSession(sessionId);
    },
    agentTypes() {
      const { sessionId } = service.theConversation();
      tell(sessionId, { type: 'typing', sessionId, from: 'agent' });
    },
    broadcast(frame) {
      for (const socket of live.keys()) {
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      }
    },
    cut() {
      for (const stream of streams) stream.destroy();
    },
    dropSockets() {
      for (const socket of live.keys()) socket.terminate();
    },
    sockets: () => live.size,
    async stop() {
      service.dropSockets();
      await closeServer(server);
    },
  };
  return service;
}

/** Its pieces with their type: of an iterable of either kind the compiler does not always infer it. */
async function* piecesOf(answer: ReturnType<Answer>): AsyncGenerator<string> {
  yield* answer;
}
