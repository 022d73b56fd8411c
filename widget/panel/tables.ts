import { h } from '../dom.ts';

/** The line below the header of a table, such as `|---|:-:|`. */
const RULE = /^[\s|:]*-[\s|:-]*$/;

/** The rows of a paragraph, split at pipes and line ends in plain text. */
const rowsOf = (paragraph: Element): Node[][][] => {
  const rows: Node[][][] = [[[]]];
  for (const node of paragraph.childNodes) {
    const pieces = node instanceof Text ? node.data.split(/(\n|\|)/) : [node];
    for (const piece of pieces) {
      if (piece === '\n') rows.push([[]]);
      else if (piece === '|') rows.at(-1)?.push([]);
      else if (piece !== '') {
        rows
          .at(-1)
          ?.at(-1)
          ?.push(piece instanceof Node ? piece : new Text(piece));
      }
    }
  }
  const isBlank = (cell?: Node[]) => !cell?.some(({ textContent }) => textContent?.trim());
  return rows.map((cells) => {
    // Pipes at the ends of a row are not separators.
    if (isBlank(cells[0])) cells.shift();
    if (isBlank(cells.at(-1))) cells.pop();
    return cells;
  });
};

/** Turns paragraphs with table syntax into tables, which scroll horizontally. */
export const addTables = (article: Element): void => {
  for (const paragraph of article.querySelectorAll('p')) {
    const [head = '', rule = ''] = paragraph.textContent.split('\n');
    if (!head.includes('|') || !RULE.test(rule)) continue;
    const rows = rowsOf(paragraph).map((cells, index) =>
      h('tr', '', ...cells.map((cell) => h(index > 0 ? 'td' : 'th', '', ...cell))),
    );
    rows.splice(1, 1);
    const frame = h('div', 'table', h('table', '', ...rows));
    frame.tabIndex = 0;
    paragraph.replaceWith(frame);
  }
};
