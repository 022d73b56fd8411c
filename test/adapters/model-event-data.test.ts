import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventData } from '../../src/adapters/model/event-data.ts';

const { signal } = new AbortController();

/** A body that arrives in the parts between the cuts. */
function arriving(text: string, cuts: readonly number[]): Readable {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const parts = places.slice(1).map((end, index) => bytes.slice(places[index], end));
  return Readable.from(
    parts.filter(({ length }) => length > 0),
    { objectMode: false },
  );
}

async function read(body: Readable): Promise<string[]> {
  const all: string[] = [];
  for await (const arrived of eventData(body, signal)) all.push(...arrived);
  return all;
}

it('tells the data of every event, wherever the bytes are cut', async () => {
  const data = ['{"content":"Grüße 👋🏽"}', '字', 'data: not another event', '[DONE]'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { maxLength: 60 }),
      fc.constantFrom('\n', '\r\n'),
      async (cuts, lineEnd) => {
        const text = data
          .map((one) => `: comment${lineEnd}event: x${lineEnd}data: ${one}${lineEnd}${lineEnd}`)
          .join('');
        expect(await read(arriving(text, cuts))).toEqual(data);
      },
    ),
  );
});

it('tells what arrives together at once, and what arrived while its reader was away', async () => {
  const body = new PassThrough();
  body.write('data: a\n\ndata: b\n\n');
  const groups = eventData(body, signal);
  expect((await groups.next()).value).toEqual(['a', 'b']);
  body.write('data: c\n\n');
  body.write('data: d\n\n');
  body.end();
  await finished(body);
  expect((await groups.next()).value).toEqual(['c', 'd']);
  expect(await groups.next()).toEqual({ done: true, value: undefined });
});

it('tells nothing of an event that does not end, and of a body without events', async () => {
  expect(await read(arriving('data: a\n\ndata: half', []))).toEqual(['a']);
  expect(await read(arriving('<html>data: a</html>', []))).toEqual([]);
});

it('lets go of the body when its reader stops', async () => {
  const body = new PassThrough();
  body.write('data: a\n\n');
  for await (const _ of eventData(body, signal)) break;
  expect(body.destroyed).toBe(true);
});

it.each([
  ['breaks', (body: PassThrough) => body.destroy(new Error('reset'))],
  ['is closed before its end', (body: PassThrough) => body.destroy()],
])('fails where the body %s, after what had arrived', async (_how, cut) => {
  const body = new PassThrough();
  const groups = eventData(body, signal);
  const first = groups.next();
  body.write('data: a\n\n');
  expect((await first).value).toEqual(['a']);
  const next = groups.next();
  cut(body);
  await expect(next).rejects.toThrow();
});

it('fails where the body is longer than an answer can be, also within one event', async () => {
  const piece = new Uint8Array(1024 * 1024).fill(97);
  const pieces = Array.from({ length: 80 }, () => piece);
  const body = Readable.from([Buffer.from('data: '), ...pieces], { objectMode: false });
  await expect(read(body)).rejects.toThrow('The body is too long.');
  expect(body.destroyed).toBe(true);
});

it('fails where the body was closed before it is read', async () => {
  const body = new PassThrough();
  body.destroy();
  await finished(body).catch(() => undefined);
  await expect(eventData(body, signal).next()).rejects.toThrow();
});

it('ends the body at an abort, and one that came before', async () => {
  const abort = new AbortController();
  const bodies = [new PassThrough(), new PassThrough()] as const;
  const waiting = eventData(bodies[0], abort.signal).next();
  abort.abort();
  await expect(waiting).rejects.toThrow();
  await expect(eventData(bodies[1], abort.signal).next()).rejects.toThrow();
  expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
