import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileListening } from '../../src/hosts/incoming.ts';
import { sendReply } from '../../src/hosts/send-reply.ts';
import { listen } from '../support/servers/listen.ts';

const PIECE = 'x'.repeat(64 * 1024);

let server: Server;
let outgoing: ServerResponse;
let answer: IncomingMessage;
let made: number;
let ended: boolean;

/** Produces chunks as long as they are requested. */
async function* endless(): AsyncGenerator<string, void, void> {
  try {
    for (;;) {
      made++;
      yield await Promise.resolve(PIECE);
    }
  } finally {
    ended = true;
  }
}

beforeEach(async () => {
  [made, ended] = [0, false];
  server = createServer((_request, response) => {
    outgoing = response;
    void (async () => {
      for await (const piece of whileListening(endless(), response)) response.write(piece);
    })();
  });
  const origin = await listen(server);
  answer = await new Promise((resolve) => get(origin, resolve));
  answer.pause();
});
afterEach(() => {
  answer.destroy();
  server.closeAllConnections();
  server.close();
});

/** Resolves when no more are produced, once all buffers are full. */
async function rest(): Promise<void> {
  for (let before = -1; before !== made || !outgoing.writableNeedDrain;) {
    before = made;
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  }
}

test('a body produces no pieces while the client does not read, and continues when it reads again', async () => {
  await rest();
  const waiting = made;
  answer.resume();
  await expect.poll(() => made).toBeGreaterThan(waiting + 500);
  expect(outgoing.listenerCount('close')).toBeLessThan(5);
  expect(outgoing.listenerCount('drain')).toBeLessThan(5);
});

test('a body is stopped when the client disconnects', async () => {
  await rest();
  answer.destroy();
  await expect.poll(() => ended).toBe(true);
});

test('a client that does not read for too long is disconnected, and the body is stopped', async () => {
  let isOver = false;
  async function* pieces() {
    try {
      for (;;) yield await Promise.resolve(PIECE);
    } finally {
      isOver = true;
    }
  }
  const stalling = createServer((_request, response) => {
    void (async () => {
      for await (const piece of whileListening(pieces(), response, 1)) response.write(piece);
    })();
  });
  const taken: IncomingMessage = await new Promise((resolve) => {
    void listen(stalling).then((origin) => get(origin, resolve));
  });
  taken.on('error', () => undefined).pause();
  await expect.poll(() => isOver).toBe(true);
  stalling.close();
});

test('a client that was slow and reads again is not disconnected later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await rest();
    const waiting = made;
    answer.resume();
    const pieces = async (count: number) => {
      while (made < waiting + count) await new Promise(setImmediate);
    };
    await pieces(500);
    vi.advanceTimersByTime(20_000);
    await pieces(1_000);
    // Again the client does not read.
    answer.pause();
    await rest();
    vi.advanceTimersByTime(29_999);
    expect(outgoing.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(outgoing.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a pushed text is stopped when its connection closes or fails', async () => {
  const stopped: string[] = [];
  const body = (name: string) => ({
    sendTo: () => ({ resume: () => undefined, stop: () => void stopped.push(name) }),
  });
  const failing = createServer((_request, response) => {
    void sendReply({ status: 200, headers: {}, body: body('failed') }, response).catch(() =>
      response.destroy(),
    );
    response.emit('error', new Error('broken on purpose'));
  });
  const request = get(await listen(failing)).on('error', () => undefined);
  await expect.poll(() => stopped).toEqual(['failed']);
  request.destroy();
  failing.close();
});
