import { expect, it, vi } from 'vitest';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import { answerStream } from '../../src/http/answer-stream.ts';
import { DONE, HEARTBEAT, HEARTBEAT_MS } from '../../src/http/sse.ts';
import { replayBuffer } from '../../src/chat/replay-buffer.ts';
import type { Answer } from '../../src/chat/start-turn.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

const createdAt = '2026-11-20T17:24:00.000Z';
const session = startSession('0d0f8a3c-6f0e-4d53-9b57-0f3f3d6f6f10', createdAt);
const question = { id: 'q', sessionId: session.sessionId, seq: 1, role: 'visitor', createdAt } as const;
const message = { ...question, content: 'Hello?' };
const stored: Answer = {
  session,
  reply: { ...question, id: 'a', seq: 2, role: 'assistant', content: 'One two three' },
  usage: { inputTokens: 3, outputTokens: 3, cachedInputTokens: 0 },
};

function setup() {
  const clock = manualClock();
  const pieces = replayBuffer();
  const settled = Promise.withResolvers<Answer>();
  const stream = answerStream(
    { session, message, answering: { read: pieces.read, answer: settled.promise } },
    clock,
  );
  return { clock, pieces, settled, stream };
}

/** A client that takes text while `isReady`. */
function sink() {
  const client = { written: [] as string[], ready: true, hasEnded: false };
  return Object.assign(client, {
    write: (text: string) => void client.written.push(text),
    isReady: () => client.ready,
    end: () => void (client.hasEnded = true),
  });
}

const delta = (content: string) => `event: delta\ndata: ${JSON.stringify({ content })}\n\n`;

it('the stream writes each piece immediately and exactly once', () => {
  const { pieces, stream } = setup();
  const client = sink();
  stream.sendTo(client);
  for (const piece of ['One ', 'two ', 'three']) {
    const before = client.written.length;
    pieces.push(piece);
    expect(client.written.slice(before)).toEqual([delta(piece)]);
  }
  expect(client.written).toHaveLength(4);
});

it('the stream starts no timer for a piece', () => {
  const { clock, pieces, stream } = setup();
  const after = vi.spyOn(clock, 'after');
  stream.sendTo(sink());
  for (let count = 0; count < 50; count++) pieces.push('One ');
  expect(after).toHaveBeenCalledTimes(1);
});

it('the stream writes missed pieces as one piece when a slow client is ready again', () => {
  const { pieces, stream } = setup();
  const client = sink();
  const pushing = stream.sendTo(client);
  client.ready = false;
  for (const piece of ['One ', 'two ', 'three']) pieces.push(piece);
  expect(client.written).toHaveLength(1);
  client.ready = true;
  pushing.resume();
  expect(client.written.slice(1)).toEqual([delta('One two three')]);
});

it('the stream ends with the stored reply', async () => {
  const { pieces, settled, stream } = setup();
  const client = sink();
  stream.sendTo(client);
  pieces.push('One two ');
  pieces.push('three');
  pieces.end();
  settled.resolve(stored);
  await expect.poll(() => client.hasEnded).toBe(true);
  expect(client.written.at(-1)).toMatch(/^event: complete\ndata: .*"fullContent":"One two three"/);
  expect(client.written.at(-1)?.endsWith(DONE)).toBe(true);
  expect(client.written.join('')).toMatch(/^event: session\n.*event: delta\n.*event: complete\n/s);
});

it('the stream writes nothing to a client that has disconnected', async () => {
  const { clock, pieces, settled, stream } = setup();
  const client = sink();
  const pushing = stream.sendTo(client);
  pieces.push('One ');
  pieces.end();
  pushing.stop();
  settled.resolve(stored);
  await settled.promise;
  clock.advance(10 * HEARTBEAT_MS);
  expect(client.written).toHaveLength(2);
  expect(client.hasEnded).toBe(false);
});

it('the stream writes a comment after each silent interval, except to a client that is not ready', () => {
  const { clock, pieces, stream } = setup();
  const client = sink();
  stream.sendTo(client);
  clock.advance(HEARTBEAT_MS - 1);
  pieces.push('One ');
  clock.advance(HEARTBEAT_MS - 1);
  expect(client.written).toHaveLength(2);
  clock.advance(1);
  expect(client.written.at(-1)).toBe(HEARTBEAT);
  client.ready = false;
  clock.advance(3 * HEARTBEAT_MS);
  expect(client.written).toHaveLength(3);
});

it('the stream ends with an error event if the answer fails', async () => {
  const { pieces, settled, stream } = setup();
  const client = sink();
  stream.sendTo(client);
  pieces.end();
  settled.reject(new Error('down'));
  await expect.poll(() => client.hasEnded).toBe(true);
  expect(client.written.at(-1)).toMatch(/^event: error\ndata: .*data: \[DONE\]\n\n$/s);
});
