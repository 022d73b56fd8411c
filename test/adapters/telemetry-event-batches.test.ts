import { expect, it } from 'vitest';
import { eventBatches } from '../../src/adapters/telemetry/event-batches.ts';
import type { TelemetryEvent } from '../../src/ports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

const numbered = (attempt: number): TelemetryEvent => ({ type: 'retry', operation: 'load', attempt });
const open = () => {
  const clock = manualClock();
  const batches = eventBatches(clock);
  const received: number[][] = [];
  const receive = () =>
    batches.open((batch) =>
      received.push(batch.map(({ event }) => (event.type === 'retry' ? event.attempt : Number.NaN))),
    );
  const add = (from: number, to: number) => {
    for (let n = from; n <= to; n++) batches.add(numbered(n));
  };
  return { clock, batches, received, receive, add, sizes: () => received.map(({ length }) => length) };
};

it('sends one message of events a second, or sooner if 200 events are waiting', () => {
  const { clock, received, receive, add, sizes } = open();
  receive();
  add(1, 3);
  expect(received).toEqual([]);
  clock.advance(1_000);
  expect(received).toEqual([[1, 2, 3]]);
  add(4, 403);
  expect(sizes()).toEqual([3, 200, 200]);
  expect(clock.sleeping()).toBe(0);
});

it('keeps the 1000 newest events until there is a receiver', () => {
  const { received, receive, add, batches } = open();
  add(1, 1_200);
  expect(batches.size()).toBe(1_000);
  receive();
  expect(received.flat()).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 201));
});

it('sends at most twenty unconfirmed messages, and keeps the 1000 newest of the other events', () => {
  const { receive, add, sizes, batches, received } = open();
  receive();
  add(1, 20 * 200 + 1_500);
  expect(sizes()).toEqual(Array.from({ length: 20 }, () => 200));
  expect(batches.size()).toBe(20 * 200 + 1_000);
  batches.confirm();
  expect(received.at(-1)?.[0]).toBe(20 * 200 + 501);
});

it('sends the unconfirmed events of a lost receiver to the next receiver, first and in order', () => {
  const { clock, receive, add, batches, received } = open();
  receive();
  add(1, 400);
  batches.confirm();
  batches.lost();
  add(401, 402);
  received.length = 0;
  receive();
  expect(received.flat()).toEqual(Array.from({ length: 202 }, (_, n) => n + 201));
  expect(clock.sleeping()).toBe(0);
});

it('sends all remaining events at the end, even if the receiver has not confirmed earlier ones', () => {
  const { receive, add, batches, sizes } = open();
  receive();
  add(1, 20 * 200 + 300);
  batches.drain();
  expect(sizes().slice(20)).toEqual([200, 100]);
});

it('sends overdue events as soon as the receiver confirms a message', () => {
  const { clock, receive, add, batches, received, sizes } = open();
  receive();
  add(1, 20 * 200);
  add(4_001, 4_050);
  clock.advance(1_000);
  expect(sizes()).toHaveLength(20);
  for (let confirmed = 0; confirmed < 20; confirmed++) batches.confirm();
  expect(received.at(-1)).toEqual(Array.from({ length: 50 }, (_, n) => n + 4_001));
  expect(batches.size()).toBe(50);
});
