import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClosedChatRecord } from '../../src/conversations/records/closed-chat.ts';
import { AppError } from '../../src/core/errors.ts';
import { closedChatsFile } from '../../src/http/closed-chats-file.ts';
import { csvFormat, csvRecord, escapeFormula, PLAIN_CSV } from '../../src/http/csv.ts';
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
  ])('escapes the value %j as %j', (value, shown) => {
    expect(escapeFormula(value)).toBe(shown);
    expect(cellsOf(csvRecord([value]))).toEqual([[shown]]);
  });

  test('keeps arbitrary text when it is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (records) => {
        const file = records.map((cells) => csvRecord(cells)).join('');
        expect(cellsOf(file)).toEqual(records.map((cells) => cells.map(escapeFormula)));
      }),
    );
  });

  test('has no cell that begins with a formula, for every separator of a reader', () => {
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

  test('writes numbers unchanged, and a missing value as an empty cell', () => {
    expect(csvRecord([-3, undefined, 0.5])).toBe('-3,,0.5\r\n');
  });
});

describe('the format of a record', () => {
  test.each([
    ['de-AT', ';', ','],
    ['fr', ';', ','],
    ['en-GB', ',', '.'],
    ['de-CH', ',', '.'],
    ['ja', ',', '.'],
    ['de-x', ';', ','],
    ['xx-yy-zz', ',', '.'],
    [undefined, ',', '.'],
  ])('in the language %s separates cells by %s and decimals by %s', (locale, separator, decimalMark) => {
    expect(csvFormat(locale, undefined)).toEqual({ separator, decimalMark });
  });

  test('writes local times and decimals, and escapes formulas', () => {
    const cells = [{ time: '2026-07-01T22:30:05.000Z' }, { decimal: '0.250000' }, '=1+1', 'a;=2', 3];
    expect(csvRecord(cells, csvFormat('de', 'Europe/Berlin'))).toBe(
      `2026-07-02 00:30:05;0,250000;'=1+1;"a;'=2";3\r\n`,
    );
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
    const { body } = await closedChatsFile(chats, { name: 'x', withCost, format: PLAIN_CSV });
    if (typeof body !== 'object' || !(Symbol.asyncIterator in body)) throw new Error('It is not streamed.');
    return (await Array.fromAsync(body)).join('');
  }

  test('has the error in its last line if reading fails', async () => {
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

  test('is refused with an error if the first read fails', async () => {
    const broken = (async function* (): AsyncGenerator<ClosedChatRecord, void, void> {
      await Promise.reject(new AppError('store-unavailable'));
      yield chat;
    })();
    await expect(read(broken)).rejects.toThrow(AppError);
  });
});
