import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fromDocx } from '../../src/adapters/documents/docx.ts';
import { docxFile, paragraph } from '../support/files/docx-file.ts';

const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const STYLES = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" w:styleId="Internal"><w:name w:val="Internal"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Draft"><w:name w:val="Draft"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`;

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const inParagraph = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`;
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;

async function read(body: string, parts = {}) {
  const { markdown, leftOut } = await fromDocx(docxFile(body, parts), 'a.docx');
  return { text: markdown.replace(/^---\n[^]*?\n---\n\n/, '').trim(), leftOut };
}

describe('what Word shows is read', () => {
  test.each([
    ['a merge field', `<w:fldSimple w:instr=" MERGEFIELD Price ">${run('49 EUR')}</w:fldSimple>`, '49 EUR'],
    [
      'text in another direction',
      `<w:bdo w:val="rtl">${run('49')}</w:bdo><w:dir w:val="rtl">${run(' EUR')}</w:dir>`,
      '49 EUR',
    ],
    [
      'a word with its reading',
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`,
      '東京',
    ],
    [
      'a formula',
      `<m:oMathPara ${MATH}><m:oMath><m:r><m:t>49 EUR</m:t></m:r></m:oMath></m:oMathPara>`,
      '49 EUR',
    ],
    [
      'the parts of a formula',
      `<m:oMath ${MATH}><m:sSup><m:e><m:r><m:t>10</m:t></m:r></m:e><m:sup><m:r><m:t>3</m:t></m:r></m:sup></m:sSup><m:r><m:t>=</m:t></m:r><m:f><m:num><m:r><m:t>2000</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>`,
      '10^3=2000/2',
    ],
    ['a raised mark', `${run('30')}${run('1', '<w:vertAlign w:val="superscript"/>')}`, '30 (1)'],
  ])('%s', async (_what, xml, text) => {
    expect((await read(inParagraph(run('It costs '), xml, run(' a month.')))).text).toBe(
      `It costs ${text} a month.`,
    );
  });

  test('the paragraphs of a cell, and cells that span', async () => {
    const body = `<w:tbl>${row(cell(paragraph('Size')), cell(paragraph('EUR'), '<w:gridSpan w:val="2"/>'))}${row(
      cell(paragraph('Small') + paragraph('Large'), '<w:vMerge w:val="restart"/>'),
      cell(paragraph('10')),
      cell(paragraph('20')),
    )}${row(cell(paragraph(''), '<w:vMerge/>'), cell(paragraph('11')), cell(paragraph('21')))}</w:tbl>`;
    expect((await read(body)).text).toBe(
      '| Size | EUR | EUR |\n| - | - | - |\n| Small; Large | 10 | 20 |\n| Small; Large | 11 | 21 |',
    );
  });
});

test('text that is formatted as hidden is not read, and the preview says so', async () => {
  const body = [
    inParagraph(run('Public. '), run('Internal.', '<w:vanish/>'), run('Also.', '<w:vanish w:val="0"/>')),
    inParagraph(run('Internal.', '<w:rStyle w:val="Internal"/>'), run('Open.')),
    '<w:p><w:pPr><w:pStyle w:val="Draft"/></w:pPr><w:r><w:t>Internal.</w:t></w:r></w:p>',
    '<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>Last.</w:t></w:r></w:p>',
  ].join('');
  expect(await read(body, { 'word/styles.xml': strToU8(STYLES) })).toEqual({
    text: 'Public. Also.\n\nOpen.\n\nLast.',
    leftOut: ['hidden parts (3)'],
  });
});

test('what a Word file holds besides its text is named', async () => {
  const parts = {
    'word/comments.xml': strToU8('<x/>'),
    'word/header1.xml': strToU8('<x/>'),
    'word/charts/chart1.xml': strToU8('<x/>'),
    'word/embeddings/sheet.xlsx': strToU8('x'),
  };
  const body = `${paragraph('Text.')}<w:p><w:unknown><w:r><w:t>lost</w:t></w:r></w:unknown></w:p>`;
  expect((await read(body, parts)).leftOut).toEqual([
    'comments',
    'page headers and footers',
    'charts and diagrams',
    'embedded files',
    'the element w:unknown',
  ]);
  expect((await read(paragraph('Text.'))).leftOut).toBeUndefined();
});
