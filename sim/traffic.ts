import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { ChatQueued, ChatReply, MessagesReply, StreamEvents } from '../src/chat/wire/visitor.ts';
import { AgentMessageReply } from '../src/desk/wire/agent.ts';
import { readSse } from '../test/support/clients/sse-reader.ts';
import { fileSender, type FileSender } from './files.ts';
import { readWithRetry } from './read-with-retry.ts';
import type { Ask, Writer } from './writer.ts';

/** A response of the service with an error status, or an error in a stream. */
export interface RefusedResponse {
  path: string;
  /** 200 for an error in a stream. */
  status: number;
  headers: Headers;
  body: unknown;
  /** The time until the refusal, in milliseconds. */
  tookMs: number;
}

/** A stored message, as the service lists it. */
type StoredMessage = Pick<
  z.infer<typeof MessagesReply>['messages'][number],
  'id' | 'seq' | 'content' | 'role'
>;

/** Writing clients with everything that they received. */
export interface Traffic {
  writers: readonly Writer[];
  refused: RefusedResponse[];
  /** The number of missing responses. */
  broken: number;
  visitor(sessionId: string): Writer;
  agent(sessionId: string): Writer;
  /** Adds a client that sends a file with each message. */
  sender(): Writer;
  /**
   * Problems of the stored messages as sentences. Empty if every acknowledged message is stored once, in
   * order, with its files.
   */
  audit(): Promise<string[]>;
}

export interface TrafficOptions {
  /** Returns the instance for the next request. */
  origin: () => string;
  token: () => Promise<string>;
  /** How long a client waits for a response, in milliseconds. Default: 30 000. */
  patienceMs?: number;
}

const PATHS = ['/api/chat', '/api/chat/stream'];

/** Clients that send each message with an id and repeat it until it is answered. */
export function traffic({ origin, token, patienceMs = 30_000 }: TrafficOptions): Traffic {
  const writers: Writer[] = [];
  const sessions = new Set<string>();
  const senders: FileSender[] = [];
  const acknowledged: (StoredMessage & { sessionId: string })[] = [];
  const tried = new Map<string, string>();

  /** Sends a request; undefined if it was refused or the connection broke. */
  const ask: Ask = async (path, { method = 'POST', headers = {}, body }, read) => {
    const startedAtMs = performance.now();
    try {
      const response = await fetch(`${origin()}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(patienceMs),
      });
      if (response.ok) return await read(response, startedAtMs);
      const { status, headers: head } = response;
      const refusal: unknown = await response.json();
      own.refused.push({ path, status, headers: head, body: refusal, tookMs: since(startedAtMs) });
    } catch (error) {
      if (!isBrokenLine(error)) throw error;
      own.broken++;
    }
    return undefined;
  };

  /** Adds a client. After a failure it pauses before it repeats the message. */
  function addClient(one: Writer): Writer {
    const patient: Writer = {
      ...one,
      async send() {
        const answered = await one.send();
        if (!answered) await delay(20);
        return answered;
      },
    };
    writers.push(patient);
    return patient;
  }

  function writer(
    sessionId: string,
    next: (count: number) => { path: string; body: (id: string, content: string) => object },
    headers: () => Promise<Record<string, string>>,
    read: (response: Response, path: string, startedAtMs: number) => Promise<boolean>,
  ): Writer {
    let count = 0;
    let pending: { id: string; content: string } | undefined;
    sessions.add(sessionId);
    return addClient({
      async send() {
        if (!pending) {
          pending = { id: randomUUID(), content: `Message ${++count} of ${sessionId.slice(0, 8)}` };
          tried.set(pending.id, pending.content);
        }
        const { path, body } = next(count);
        const sent = JSON.stringify(body(pending.id, pending.content));
        const answered = await ask(path, { headers: await headers(), body: sent }, (response, startedAtMs) =>
          read(response, path, startedAtMs),
        );
        if (answered === true) pending = undefined;
        return answered === true;
      },
      abandon: () => void (pending = undefined),
    });
  }

  const keep = (sessionId: string, ...messages: StoredMessage[]) =>
    void acknowledged.push(...messages.map((message) => ({ ...message, sessionId })));

  async function readStream(
    sessionId: string,
    response: Response,
    path: string,
    startedAtMs: number,
  ): Promise<boolean> {
    let complete = false;
    for await (const { event, data } of readSse(response)) {
      if (event === 'session') keep(sessionId, StreamEvents.session.parse(data).message);
      if (event === 'error') {
        const { headers } = response;
        own.refused.push({ path, status: 200, headers, body: data, tookMs: since(startedAtMs) });
      }
      if (event === 'complete') {
        keep(sessionId, StreamEvents.complete.parse(data).reply);
        complete = true;
      }
    }
    return complete;
  }

  async function auditOne(sessionId: string): Promise<string[]> {
    const address = `${origin()}/api/messages?sessionId=${sessionId}`;
    const { messages } = MessagesReply.parse(await readWithRetry(address, (response) => response.json()));
    const wrong: string[] = [];
    const stored = new Map(messages.map((message) => [message.id, message]));
    if (stored.size !== messages.length) wrong.push('a message is there twice');
    messages.forEach(({ seq }, at) => {
      if (seq !== at + 1) wrong.push(`seq ${seq} stands at place ${at + 1}`);
    });
    for (const { id, seq, content, role } of acknowledged.filter((one) => one.sessionId === sessionId)) {
      const found = stored.get(id);
      if (!found) wrong.push(`message ${seq} (${role}) was acknowledged and is lost`);
      else if (found.seq !== seq || found.content !== content) wrong.push(`message ${seq} is another one`);
    }
    for (const { id, role, content, seq } of messages) {
      const isTheirs = role === 'visitor' || role === 'agent';
      if (isTheirs && tried.get(id) !== content) wrong.push(`nobody wrote message ${seq}`);
    }
    return wrong;
  }

  const own: Traffic = {
    writers,
    refused: [],
    broken: 0,
    visitor: (sessionId) =>
      writer(
        sessionId,
        (count) => ({
          path: PATHS[count % 2] ?? '',
          body: (clientMessageId, message) => ({ sessionId, message, clientMessageId }),
        }),
        () => Promise.resolve({}),
        async (response, path, startedAtMs) => {
          if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
            return await readStream(sessionId, response, path, startedAtMs);
          }
          const body: unknown = await response.json();
          if (response.status === 202) keep(sessionId, ChatQueued.parse(body).message);
          else {
            const { message, reply } = ChatReply.parse(body);
            keep(sessionId, message, reply);
          }
          return true;
        },
      ),
    agent: (sessionId) =>
      writer(
        sessionId,
        () => ({
          path: `/api/agent/sessions/${sessionId}/message`,
          body: (clientMessageId, content) => ({ content, clientMessageId }),
        }),
        async () => ({ authorization: `Bearer ${await token()}` }),
        async (response) => {
          keep(sessionId, AgentMessageReply.parse(await response.json()).message);
          return true;
        },
      ),
    sender() {
      const sender = fileSender(ask);
      senders.push(sender);
      return addClient(sender);
    },
    async audit() {
      const wrong = [...[...sessions].map(auditOne), ...senders.map((sender) => sender.audit(origin()))];
      const found = wrong.map((one) => one.catch(brokenReadProblem));
      return (await Promise.all(found)).flat();
    },
  };
  return own;
}

/** Milliseconds since a time of `performance.now()`. */
export const since = (startedAtMs: number) => performance.now() - startedAtMs;

/** Whether there was no response or an interrupted one, so that the message may or may not be stored. */
function isBrokenLine(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
}

/** The audit's problems for a broken connection. */
function brokenReadProblem(error: unknown): string[] {
  if (!isBrokenLine(error)) throw error;
  return ['a conversation cannot be read, since the connection breaks'];
}
