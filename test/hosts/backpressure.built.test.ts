import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('nothing is made while the client takes nothing, and more when it goes on', async () => {
  await rest();
  const waiting = made;
  answer.resume();
  await expect.poll(() => made).toBeGreaterThan(waiting + 500);
  expect(outgoing.listenerCount('close')).toBeLessThan(5);
  expect(outgoing.listenerCount('drain')).toBeLessThan(5);
});

test('the producer of the pieces is told when the client has gone', async () => {
  await rest();
  answer.destroy();
  await expect.poll(() => ended).toBe(true);
});

test('a client that takes nothing for too long is disconnected, and the producer is told', async () => {
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

test('a text that is pushed ends with its connection, also where that fails', async () => {
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
