import { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEventData } from '../../src/adapters/model/event-data.ts';
import { wholeEvents } from '../../src/adapters/model/whole-events.ts';

/** What the library reads in a text. */
function byTheLibrary(text: string): string[] {
  const data: string[] = [];
  createParser({ onEvent: (event) => data.push(event.data) }).feed(text);
  return data;
}

/** Texts of an event stream, also broken ones; many are whole events in the usual form. */
const texts = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('data: ü\n\n', 'event: x\ndata: {"a":"👋🏽"}\n\n') },
      fc.constantFrom('data: ', 'data:', 'event: ', 'event', ': x', 'id: 1', 'a', '字', '\n', '\r', '\n\n'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

it('reads what the library reads, or leaves it to it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const whole = wholeEvents(text);
      if (whole) expect(whole).toEqual(byTheLibrary(text));
    }),
    { numRuns: 2_000 },
  );
});

it('reads every body as the library does, wherever its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat({ max: 60 }), { maxLength: 4 }), async (text, cuts) => {
      const bytes = Buffer.from(text);
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      const parts = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      const body = Readable.from(
        parts.filter(({ length }) => length > 0),
        { objectMode: false },
      );
      const data: string[] = [];
      await readEventData(body, new AbortController().signal, (arrived) => data.push(...arrived));
      expect(data).toEqual(byTheLibrary(text));
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ['one event', 'data: a\n\n', ['a']],
  ['one with a name', 'event: piece\ndata: a\n\n', ['a']],
  ['two that arrive together', 'event: piece\ndata: a\n\ndata: b\n\n', ['a', 'b']],
])('reads %s itself', (_what, text, data) => {
  expect(wholeEvents(text)).toEqual(data);
});

it.each([
  ['a comment', ': a\n\n'],
  ['an event that is cut off', 'data: a\n\ndata: b'],
  ['lines that end otherwise', 'data: a\r\n\r\n\n'],
  ['data of two lines', 'data: a\ndata: b\n\n'],
  ['a name without data', 'event: a\n\n'],
  ['data with another line', 'data: a\nxdata: b\n\n'],
])('leaves %s to the library', (_what, text) => {
  expect(wholeEvents(text)).toBeUndefined();
});
