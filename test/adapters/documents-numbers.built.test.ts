import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromDocx } from '../../src/adapters/documents/docx.ts';
import { fromHtml } from '../../src/adapters/documents/html.ts';
import { fromTextFile } from '../../src/adapters/documents/text.ts';
import { sectionsOf } from '../../src/adapters/knowledge/markdown-sections.ts';
import { docxFile } from '../support/files/docx-file.ts';

/** A piece of a line; `#` is where its number stands. */
type Piece = 'plain' | 'bold' | 'italic' | 'link' | 'mark' | 'exponent';
interface Block {
  kind: 'paragraph' | 'heading' | 'list' | 'table';
  pieces: Piece[][];
}

const line = fc.array(fc.constantFrom<Piece>('plain', 'bold', 'italic', 'link', 'mark', 'exponent'), {
  minLength: 1,
  maxLength: 4,
});
const block = fc.record({
  kind: fc.constantFrom<Block['kind']>('paragraph', 'heading', 'list', 'table'),
  pieces: fc.array(line, { minLength: 2, maxLength: 6 }),
});
const documents = fc.array(block, { minLength: 1, maxLength: 5 });

/** Numbers of five digits, each another: no two are a third one when they are glued. */
function numbering() {
  let next = 10_000;
  const used: string[] = [];
  return {
    used,
    take(): string {
      next += 7;
      used.push(String(next));
      return String(next);
    },
  };
}

type Take = () => string;
interface Format {
  piece(piece: Piece, take: Take): string;
  block(kind: Block['kind'], lines: string[]): string;
}

const HTML: Format = {
  piece(piece, take) {
    switch (piece) {
      case 'plain':
        return `up to ${take()} days`;
      case 'bold':
        return `<b>Price: ${take()} </b>EUR`;
      case 'italic':
        return `about<em> ${take()}</em>`;
      case 'link':
        return `<a href="https://a.example/">page ${take()}</a>`;
      case 'mark':
        return `${take()}<sup>${take()}</sup> days`;
      case 'exponent':
        return `10 m and ${take()} × 10<sup>${take()}</sup>`.replace('10 m and ', '');
    }
  },
  block(kind, lines) {
    if (kind === 'table') {
      const cells = lines.map((text, at) =>
        at % 2 ? `<td>${text}</td>` : `<td><p>${text}</p><p>and</p></td>`,
      );
      return `<table><tr><th>One<th>Other</tr>${pairs(cells)
        .map((row) => `<tr>${row}</tr>`)
        .join('')}</table>`;
    }
    if (kind === 'list') return `<ul>${lines.map((text) => `<li>${text}</li>`).join('')}</ul>`;
    return lines.map((text) => (kind === 'heading' ? `<h2>${text}</h2>` : `<p>${text}</p>`)).join('');
  },
};

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const RAISED = '<w:vertAlign w:val="superscript"/>';
const WORD: Format = {
  piece(piece, take) {
    switch (piece) {
      case 'plain':
        return `<w:fldSimple w:instr=" MERGEFIELD x ">${run(`up to ${take()} days `)}</w:fldSimple>`;
      case 'bold':
        return run(`Price: ${take()} `, '<w:b/>') + run('EUR ');
      case 'italic':
        return run('about') + run(` ${take()} `, '<w:i/>');
      case 'link':
        return `<w:bdo w:val="ltr">${run(`page ${take()} `)}</w:bdo>`;
      case 'mark':
        return run(take()) + run(take(), RAISED) + run(' days ');
      case 'exponent':
        return run(`${take()} × 10`) + run(take(), RAISED) + run(' ');
    }
  },
  block(kind, lines) {
    const style = kind === 'heading' ? '<w:pPr><w:pStyle w:val="Heading2"/></w:pPr>' : '';
    const paragraphs = lines.map((text) => `<w:p>${style}${text}</w:p>`);
    if (kind !== 'table') return paragraphs.join('');
    const cells = paragraphs.map((text) => `<w:tc>${text}<w:p>${run('and')}</w:p></w:tc>`);
    return `<w:tbl>${pairs(cells)
      .map((row) => `<w:tr>${row}</w:tr>`)
      .join('')}</w:tbl>`;
  },
};

const MARKDOWN: Format = {
  piece(piece, take) {
    switch (piece) {
      case 'plain':
        return `up to ${take()} days`;
      case 'bold':
        return `**Price: ${take()}** EUR`;
      case 'italic':
        return `about _${take()}_`;
      case 'link':
        return `[page ${take()}](https://a.example/)`;
      case 'mark':
        return `${take()} (${take()}) days`;
      case 'exponent':
        return `${take()} × 10^${take()}`;
    }
  },
  block(kind, lines) {
    if (kind === 'table') {
      const rows = pairs(lines.map((text) => `| ${text} `)).map((row) => `${row}|`);
      return `| One | Other |\n| - | - |\n${rows.join('\n')}\n\n`;
    }
    if (kind === 'list') return `${lines.map((text) => `- ${text}`).join('\n')}\n\n`;
    return lines.map((text) => (kind === 'heading' ? `## ${text}\n\n` : `${text}\n\n`)).join('');
  },
};

function pairs(cells: readonly string[]): string[] {
  return cells.flatMap((cell, at) => (at % 2 === 0 ? [cell + (cells[at + 1] ?? '')] : []));
}

const READERS: [name: string, format: Format, read: (source: string) => Promise<string>][] = [
  [
    'HTML',
    HTML,
    (source) => Promise.resolve(fromHtml(Buffer.from(`<main>${source}</main>`), 'a.html').markdown),
  ],
  ['Word', WORD, async (source) => (await fromDocx(docxFile(source), 'a.docx')).markdown],
  ['Markdown', MARKDOWN, (source) => Promise.resolve(fromTextFile(Buffer.from(source)))],
];

describe.each(READERS)('%s', (_name, format, read) => {
  test('every number is in the text exactly once, without other numbers', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (blocks) => {
        const numbers = numbering();
        const source = blocks
          .map(({ kind, pieces }) =>
            format.block(
              kind,
              pieces.map((line_) => line_.map((piece) => format.piece(piece, numbers.take)).join(' ')),
            ),
          )
          .join('');
        const markdown = await read(source);
        const powers = blocks
          .flatMap(({ pieces }) => pieces.flat())
          .filter((piece) => piece === 'exponent').length;
        const inSections = sectionsOf(markdown, 'a').flatMap(({ title, path, text }) =>
          text === '' ? [] : [text, title, ...path],
        );
        const found = (markdown.match(/\d+/g) ?? []).sort();
        expect(found).toEqual([...numbers.used, ...new Array<string>(powers).fill('10')].sort());
        expect(markdown).not.toMatch(/&#/);
        const sectioned = inSections.join('\n').match(/\d+/g) ?? [];
        expect(new Set([...numbers.used, '10'])).toEqual(new Set([...numbers.used, '10', ...sectioned]));
      }),
      { numRuns: 60 },
    );
  });
});
