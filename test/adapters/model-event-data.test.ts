import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEventData } from '../../src/adapters/model/event-data.ts';

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
  await readEventData(body, signal, (arrived) => all.push(...arrived));
  return all;
}

it('the data of every event is read, wherever the bytes are split', async () => {
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

it('events that arrive together are passed on as one group', async () => {
  const body = new PassThrough();
  const groups: (readonly string[])[] = [];
  const reading = readEventData(body, signal, (arrived) => groups.push(arrived));
  body.write('data: a\n\ndata: b\n\n');
  await expect.poll(() => groups).toEqual([['a', 'b']]);
  body.write('data: c\n\nda');
  body.end('ta: d\n\n');
  await reading;
  expect(groups.flat()).toEqual(['a', 'b', 'c', 'd']);
});

it('a body with a byte order mark is read', async () => {
  expect(await read(arriving('\uFEFFdata: a\n\n', [1, 2]))).toEqual(['a']);
});

it('an incomplete event and a body without events are ignored', async () => {
  expect(await read(arriving('data: a\n\ndata: half', []))).toEqual(['a']);
  expect(await read(arriving('<html>data: a</html>', []))).toEqual([]);
});

it('the body is closed and the read fails if its listener throws', async () => {
  const body = new PassThrough();
  const heard: string[] = [];
  const reading = readEventData(body, signal, (arrived) => {
    heard.push(...arrived);
    throw new Error('unreadable');
  });
  body.write('data: a\n\n');
  await expect(reading).rejects.toThrow('unreadable');
  expect(body.destroyed).toBe(true);
  expect(heard).toEqual(['a']);
});

it.each([
  ['breaks', (body: PassThrough) => body.destroy(new Error('reset'))],
  ['is closed before its end', (body: PassThrough) => body.destroy()],
])('the read fails if the body %s, after passing on the earlier events', async (_how, cut) => {
  const body = new PassThrough();
  const heard: string[] = [];
  const reading = readEventData(body, signal, (arrived) => heard.push(...arrived));
  body.write('data: a\n\n');
  await expect.poll(() => heard).toEqual(['a']);
  cut(body);
  await expect(reading).rejects.toThrow();
});

it('the read fails if the body is longer than an answer can be, even within one event', async () => {
  const piece = new Uint8Array(1024 * 1024).fill(97);
  const pieces = Array.from({ length: 80 }, () => piece);
  const body = Readable.from([Buffer.from('data: '), ...pieces], { objectMode: false });
  await expect(read(body)).rejects.toThrow('The body is too long.');
  expect(body.destroyed).toBe(true);
});

it('the read fails if the body was closed before it', async () => {
  const body = new PassThrough();
  body.destroy();
  await finished(body).catch(() => undefined);
  await expect(read(body)).rejects.toThrow();
});

it('an abort closes the body, even an abort before the read', async () => {
  const abort = new AbortController();
  const bodies = [new PassThrough(), new PassThrough()] as const;
  const waiting = readEventData(bodies[0], abort.signal, () => undefined);
  abort.abort();
  await expect(waiting).rejects.toThrow();
  await expect(readEventData(bodies[1], abort.signal, () => undefined)).rejects.toThrow();
  expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
