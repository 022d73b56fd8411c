import { describe, expect, test } from 'vitest';
import { lineProblem, questionLines, requestsOf } from '../../src/domain/question-lines.ts';

describe('a set in a file', () => {
  test('has one object on a line, with the numbers of the lines', async () => {
    const text = '\uFEFF{"question":"a"}\r\n\n{"question":"b"}\n';
    expect(await questionLines([text])).toEqual({
      ok: true,
      lines: [
        { line: 1, value: { question: 'a' } },
        { line: 3, value: { question: 'b' } },
      ],
    });
  });

  test.each([
    ['{"question":"a"}\nnot json', 'Line 2 is not a JSON object.'],
    ['["a"]', 'Line 1 is not a JSON object.'],
    ['\n\n', 'It has no questions.'],
    ['{}\n'.repeat(100_000), 'It has more than 1000 questions. Split it into several sets.'],
  ])('%# is refused in words', async (text, problem) => {
    expect(await questionLines([text])).toEqual({ ok: false, problem });
  });

  test('is read in chunks that end anywhere', async () => {
    const text = '\uFEFF{"a":1}\r\n\n{"b":2}\r\n{"c":3}';
    const wanted = await questionLines([text]);
    expect(wanted).toMatchObject({ ok: true, lines: [{ line: 1 }, { line: 3 }, { line: 4 }] });
    expect(await questionLines(text.split(''))).toEqual(wanted);
  });

  test.each([
    ['{"question":"Q","refuse":true}\n', 'It has more than 1000 questions. Split it into several sets.'],
    ['x'.repeat(1_000), 'Line 1 is too long.'],
  ])('without an end is refused after no more than one set: %#', async (piece, problem) => {
    let chunks = 0;
    let isClosed = false;
    function* endless() {
      try {
        for (; chunks < 100_000; chunks++) yield piece;
      } finally {
        isClosed = true;
      }
    }
    expect(await questionLines(endless())).toEqual({ ok: false, problem });
    expect(chunks).toBeLessThanOrEqual(1_000);
    expect(isClosed).toBe(true);
  });

  test('is sent in parts of at most a hundred questions and 60 000 bytes', () => {
    const lines = (count: number, length: number) =>
      Array.from({ length: count }, (_, line) => ({ line, value: { question: 'ü'.repeat(length) } }));
    expect(requestsOf(lines(250, 1)).map((part) => part.length)).toEqual([100, 100, 50]);
    expect(requestsOf(lines(5, 10_000)).map((part) => part.length)).toEqual([2, 2, 1]);
    expect(requestsOf([])).toEqual([]);
  });

  test('names the line of a refused question', () => {
    const part = [{ line: 7 }, { line: 9 }];
    const issue = { path: 'questions.1.facts', message: 'must be given' };
    expect(lineProblem(part, issue)).toBe('Line 9: facts must be given.');
    expect(lineProblem(part, { path: 'questions', message: 'are too many' })).toBe('questions are too many.');
  });
});
