import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { quantile } from './report.ts';

/**
 * Idle connections are closed before the server's time-out (five seconds), so that no POST meets a closing
 * connection.
 */
const keepAlive = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3000 });

export interface Answer {
  status: number;
  body: unknown;
}

/** Posts JSON over a keep-alive connection, with minimal overhead in the client. */
export function postJson(
  url: string,
  body: object | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: keepAlive, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, body: text === '' ? undefined : JSON.parse(text) });
      });
    });
    sent.on('error', reject);
    if (body) sent.setHeader('content-type', 'application/json');
    sent.end(body && JSON.stringify(body));
  });
}

/** A socket that waits for messages of others. */
export interface Listener {
  /** Resolves when a text with this word has arrived. */
  hears(word: string): Promise<void>;
  close(): void;
}

export async function listenOn(url: string, protocols: string[] = []): Promise<Listener> {
  const socket = new WebSocket(url, protocols, { perMessageDeflate: false });
  const awaited = new Map<string, () => void>();
  socket.on('message', (data: Buffer) => {
    const word = /word-\d+/.exec(data.toString())?.[0];
    if (word === undefined) return;
    awaited.get(word)?.();
    awaited.delete(word);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return {
    hears: (word) => new Promise((resolve) => void awaited.set(word, resolve)),
    close: () => socket.terminate(),
  };
}

/** One way of sending a message, and its receiver. */
export interface Delivery {
  send(word: string): Promise<Answer>;
  listener: Listener;
}

export interface DeliveryTimes {
  p50Ms: number;
  p99Ms: number;
}

let words = 0;

/**
 * From the start of the POST until the other side's socket has it, at an even pace, in turn over all ways.
 */
export async function measureDelivery(
  ways: readonly Delivery[],
  { messages, perSecond }: { messages: number; perSecond: number },
): Promise<DeliveryTimes> {
  const samples: number[] = [];

  async function one(way: Delivery): Promise<void> {
    const word = `word-${words++}`;
    const heard = way.listener.hears(word);
    const startedAt = performance.now();
    const stored = way.send(word).then(({ status }) => {
      if (status >= 300) throw new Error(`A message was answered with ${status}.`);
    });
    await Promise.race([heard, stored.then(() => heard)]);
    samples.push(performance.now() - startedAt);
    await stored;
  }

  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < messages; count++) {
    const way = ways[count % ways.length];
    if (way) sent.push(one(way));
    await delay(Math.max(0, startedAt + ((count + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(sent);
  return { p50Ms: quantile(samples, 0.5), p99Ms: quantile(samples, 0.99) };
}
