import { h } from './first-file-parts.ts';

/** The line below the head of a table, such as `|---|:-:|`. */
const RULE = /^[\s|:]*-[\s|:-]*$/;

/** The rows of a paragraph, split where a pipe or the end of a line is plain text. */
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
    // The pipes around a row are not between cells.
    if (isBlank(cells[0])) cells.shift();
    if (isBlank(cells.at(-1))) cells.pop();
    return cells;
  });
};

/** Turns the paragraphs of an answer that are tables into tables, which scroll within the panel. */
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
