import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClosedChatRecord } from '../../src/domain/records/closed-chat.ts';
import { AppError } from '../../src/domain/errors.ts';
import { closedChatsFile } from '../../src/http/closed-chats-file.ts';
import { csvRecord, escapeFormula } from '../../src/http/csv.ts';
import { START } from '../support/stores/conversations.ts';

/**
 * Reads a CSV file as RFC 4180 describes it, with any mark between cells; written apart from the code that it
 * checks.
 */
function cellsOf(file: string, mark = ','): string[][] {
  const records: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < file.length; at++) {
    const [one, next] = [file[at] ?? '', file[at + 1]];
    if (quoted) {
      if (one !== '"') cell += one;
      else if (next === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (one === '"' && cell === '') quoted = true;
    else if (one === mark) {
      records.at(-1)?.push(cell);
      cell = '';
    } else if (one === '\r' && next === '\n') {
      records.at(-1)?.push(cell);
      records.push([]);
      cell = '';
      at++;
    } else cell += one;
  }
  return records.slice(0, -1);
}

const hostile = fc
  .array(fc.constantFrom(...Array.from('=+-@\t\r\n ,;|"\'＝＋－＠aZ0ü日😀')), { maxLength: 12 })
  .map((characters) => characters.join(''));
const text = fc.oneof(hostile, fc.string({ unit: 'grapheme' }));

describe('a record of a CSV file', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1', "'+49 30 1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ['  =1', "  '=1"],
    ['shop;=cmd|x', "shop;'=cmd|x"],
    ['a "=1', 'a "\'=1'],
    ['Miller-Smith & Co.', 'Miller-Smith & Co.'],
    ['mia@example.com', 'mia@example.com'],
    ['', ''],
  ])('holds %j as %j', (value, shown) => {
    expect(escapeFormula(value)).toBe(shown);
    expect(cellsOf(csvRecord([value]))).toEqual([[shown]]);
  });

  test('is read back as it was written, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (records) => {
        const file = records.map((cells) => csvRecord(cells)).join('');
        expect(cellsOf(file)).toEqual(records.map((cells) => cells.map(escapeFormula)));
      }),
    );
  });

  test('begins no cell with a formula, whatever the reader takes for the mark between cells', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const record = csvRecord(cells);
        const naive = record.split(/[,;|\t\r\n"]/);
        for (const cell of [...cellsOf(record).flat(), ...cellsOf(record, ';').flat(), ...naive]) {
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
        }
        for (const cell of cellsOf(record).flat()) expect(cell).not.toMatch(/^[\t\r\n]/);
      }),
    );
  });

  test('holds numbers as they are, and nothing where there is nothing', () => {
    expect(csvRecord([-3, undefined, 0.5])).toBe('-3,,0.5\r\n');
  });
});

describe('the file of closed chats', () => {
  const chat: ClosedChatRecord = {
    sessionId: 'a secret',
    closedAt: START,
    createdAt: START,
    widgetName: '=HYPERLINK("https://evil.example")',
    messageCount: 2,
    cost: 0.25,
  };

  async function read(
    chats: AsyncGenerator<ClosedChatRecord, void, void>,
    withCost = false,
  ): Promise<string> {
    const { body } = await closedChatsFile(chats, { name: 'x', withCost });
    if (typeof body !== 'object' || !(Symbol.asyncIterator in body)) throw new Error('It is not streamed.');
    return (await Array.fromAsync(body)).join('');
  }

  test('has one line for each, without what opens a conversation and without what is a formula', async () => {
    const file = await read(
      (async function* () {
        await Promise.resolve();
        yield* [chat, chat];
      })(),
      true,
    );
    const [titles, first, second] = cellsOf(file.slice(1));
    expect(titles?.at(-1)).toBe('Cost in USD');
    expect(first).toEqual([
      START,
      START,
      '',
      '',
      '\'=HYPERLINK("https://evil.example")',
      '',
      '',
      '',
      '2',
      '',
      '0.250000',
    ]);
    expect(second).toEqual(first);
    expect(file).not.toContain('a secret');
  });

  test('says in its last line that it broke off, and asks for no more', async () => {
    const file = await read(
      (async function* () {
        yield await Promise.resolve(chat);
        throw new AppError('store-unavailable');
      })(),
    );
    const records = cellsOf(file.slice(1));
    expect(records.map((cells) => cells.length)).toEqual([10, 10, 10]);
    expect(records.at(-1)?.[0]).toBe('Incomplete: store-unavailable');
  });

  test('is an ordinary error where nothing could be read', async () => {
    const broken = (async function* (): AsyncGenerator<ClosedChatRecord, void, void> {
      await Promise.reject(new AppError('store-unavailable'));
      yield chat;
    })();
    await expect(read(broken)).rejects.toThrow(AppError);
  });
});
