import { describe, expect, test } from 'vitest';
import { parsePage, pageContent } from '../../src/adapters/documents/html.ts';
import { UnreadableFile } from '../../src/adapters/documents/limits.ts';
import { pageText } from './support/page-text.ts';

const tableOf = (rows: string) => pageText(`<main><table>${rows}</table></main>`);
const HEAD = '| Size | Price |\n| - | - |';

describe('the parts of a table cell are separated, and stay in their row', () => {
  test.each([
    ['paragraphs', '<p>Small</p><p>Large</p>', '<div>10</div><div>20</div>', '| Small; Large | 10; 20 |'],
    ['line breaks', 'Small<br>Large', '10<br>20<br>', '| Small; Large | 10; 20 |'],
    [
      'a list',
      '<ul><li>post</li><li>courier</li></ul>',
      '<p>By way:</p><ol><li>4</li><li>9</li></ol>',
      '| post; courier | By way: 4; 9 |',
    ],
    [
      'code and links',
      '<pre>a\nb</pre>',
      '<a href="https://a.example">all</a>',
      '| `a b` | [all](https://a.example) |',
    ],
    ['a bar', 'a|b', '1', '| a\\|b | 1 |'],
  ])('%s', (_what, one, other, row) => {
    expect(tableOf(`<tr><th>Size<th>Price</tr><tr><td>${one}</td><td>${other}</td></tr>`)).toBe(
      `${HEAD}\n${row}`,
    );
  });
});

describe('a value that spans rows or columns is repeated next to each of their headings', () => {
  test.each([
    [
      'rows',
      '<tr><th>Zone<th>kg<th>EUR<tr><td rowspan=2>EU<td>1<td rowspan=2>5<tr><td>2<tr><td>World<td>1<td>9',
      '| Zone | kg | EUR |\n| - | - | - |\n| EU | 1 | 5 |\n| EU | 2 | 5 |\n| World | 1 | 9 |',
    ],
    [
      'columns',
      '<tr><th>Plan<th>Mail<th>Phone<tr><td>Pro<td colspan=2>within a day<tr><td>Basic<td>three days<td>never',
      '| Plan | Mail | Phone |\n| - | - | - |\n| Pro | within a day | within a day |\n| Basic | three days | never |',
    ],
    [
      'two rows of headings',
      '<thead><tr><th rowspan=2>Plan<th colspan=2>Price<tr><th>net<th>gross<tbody><tr><td>Pro<td>10<td>12',
      '| Plan | Price net | Price gross |\n| - | - | - |\n| Pro | 10 | 12 |',
    ],
    [
      'a heading over all columns, and one between rows',
      '<tr><th colspan=2>Prices<tr><th>Zone<th>EUR<tr><td colspan=2>Europe<tr><td>Spain<td>9',
      'Prices\n\n| Zone | EUR |\n| - | - |\n| Europe | |\n| Spain | 9 |',
    ],
    [
      'headings in the first column',
      '<tr><th>Phone<td>12<tr><th>Fax<td>13',
      '| Phone | 12 |\n| - | - |\n| Fax | 13 |',
    ],
  ])('%s', (_what, rows, read) => {
    expect(tableOf(rows).replaceAll(/ {2,}/g, ' ')).toBe(read);
  });
});

describe('a layout table becomes its cells one after the other', () => {
  test.each([
    [
      'headings',
      '<tr><td>Home</td><td><h1>Returns</h1><p>Within a month.</p></td></tr>',
      'Home\n\n# Returns\n\nWithin a month.',
    ],
    [
      'another table',
      '<tr><td>Home</td><td><table><tr><th>kg<th>EUR<tr><td>5<td>9</table></td></tr>',
      'Home\n\n| kg | EUR |\n| - | - |\n| 5 | 9 |',
    ],
    ['only one row', '<tr><td>Home</td><td><p>Within a month.</p></td></tr>', 'Home\n\nWithin a month.'],
  ])('if it contains %s', (_what, rows, read) => {
    expect(tableOf(rows)).toBe(read);
  });

  test('if it has the role presentation', () => {
    expect(
      pageText('<main><table role="presentation"><tr><td>One<td>Two<tr><td>Three<td>Four</table></main>'),
    ).toBe('One\n\nTwo\n\nThree\n\nFour');
  });
});

test('a table that its spans enlarge beyond the limit is refused', () => {
  const row = '<tr><td colspan="1000" rowspan="65534">x</td></tr>';
  expect(() => pageContent(parsePage(Buffer.from(`<table>${row.repeat(400)}</table>`)))).toThrow(
    UnreadableFile,
  );
});
