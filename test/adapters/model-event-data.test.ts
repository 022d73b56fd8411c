import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventData } from '../../src/adapters/model/event-data.ts';

/** A body that arrives in the parts between the cuts. */
function arriving(text: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return new ReadableStream({
    start(controller) {
      for (const [index, end] of places.slice(1).entries()) {
        controller.enqueue(bytes.slice(places[index], end));
      }
      controller.close();
    },
  });
}

async function read(body: ReadableStream<Uint8Array>): Promise<string[]> {
  const all: string[] = [];
  for await (const arrived of eventData(body)) all.push(...arrived);
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

it('tells what arrives together at once', async () => {
  const arrivals: (readonly string[])[] = [];
  for await (const arrived of eventData(arriving('data: a\n\ndata: b\n\ndata: c\n\n', [18]))) {
    arrivals.push(arrived);
  }
  expect(arrivals.map((one) => [...one])).toEqual([['a', 'b'], ['c']]);
});

it('tells nothing of an event that does not end, and of a body without events', async () => {
  expect(await read(arriving('data: a\n\ndata: half', []))).toEqual(['a']);
  expect(await read(arriving('<html>data: a</html>', []))).toEqual([]);
});

it('lets go of the body when its reader stops', async () => {
  let canceled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
    cancel: () => {
      canceled = true;
    },
  });
  for await (const _ of eventData(body)) break;
  expect(canceled).toBe(true);
});
