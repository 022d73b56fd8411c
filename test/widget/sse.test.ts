import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sseParser } from '../../widget/sse.ts';

const STREAM = [
  'event: session\ndata: {"sessionId":"1"}\n\n',
  ': still here\n\n',
  'event: delta\r\ndata: {"content":"äöü 🙂"}\r\n\r\n',
  'id: 7\nevent:delta\ndata:{"content":"data: event: x"}\n\n',
  'data: [DONE]\n\n',
].join('');

const EVENTS = [
  ['session', '{"sessionId":"1"}'],
  ['delta', '{"content":"äöü 🙂"}'],
  ['delta', '{"content":"data: event: x"}'],
  ['', '[DONE]'],
];

function eventsOf(chunks: readonly string[]): string[][] {
  const events: string[][] = [];
  const feed = sseParser((event, data) => events.push([event, data]));
  for (const chunk of chunks) feed(chunk);
  return events;
}

it('the parser reads events and ignores comments and other fields', () => {
  expect(eventsOf([STREAM])).toEqual(EVENTS);
});

it('the parser reads the same events wherever the stream is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 30 }), (cuts) => {
      const ends = [...cuts.sort((a, b) => a - b), STREAM.length];
      const chunks = ends.map((end, index) => STREAM.slice(ends[index - 1] ?? 0, end));
      expect(eventsOf(chunks)).toEqual(EVENTS);
    }),
  );
});

it('the parser accepts any text without an exception and returns only complete events', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (chunks) => {
      for (const [, data] of eventsOf(chunks)) expect(data).not.toBe('');
    }),
  );
  expect(eventsOf(['event: delta\ndata: {"content":"half'])).toEqual([]);
  expect(eventsOf(['<!doctype html><h1>502 Bad Gateway</h1>\n\n'])).toEqual([]);
});
