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

describe('content that Word shows is read', () => {
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

  test('the paragraphs of a cell, and cells that span columns', async () => {
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

test('hidden text is not read, and the preview says so', async () => {
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

test('content of a Word file that is not read is listed', async () => {
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

describe('automatic numbers are read as Word shows them', () => {
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const RELATIONS =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>';
  const definition = (id: number, ...levels: [format: string, text: string, more?: string][]) =>
    `<w:abstractNum w:abstractNumId="${id}">${levels.map(([format, text, more = ''], at) => `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`).join('')}</w:abstractNum>`;
  const list = (id: number, of: number, more = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
  const again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
  const numbering = `<w:numbering xmlns:w="${W}">${definition(1, ['decimal', '%1.'], ['lowerLetter', '%2)'])}${definition(2, ['upperRoman', 'Part %1', '<w:pStyle w:val="Heading1"/>'], ['decimal', '%1.%2', '<w:isLgl/>'])}${definition(3, ['bullet', '-'])}${list(1, 1)}${list(2, 2)}${list(3, 3)}${list(4, 1, again)}</w:numbering>`;
  const parts = {
    'word/numbering.xml': strToU8(numbering),
    'word/_rels/document.xml.rels': strToU8(RELATIONS),
  };
  const item = (text: string, id: number, level = 0, style = '') =>
    `<w:p><w:pPr>${style === '' ? '' : `<w:pStyle w:val="${style}"/>`}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
  const textOf = async (...body: string[]) => (await read(body.join(''), parts)).text;

  test('for steps that continue below a note', async () => {
    expect(await textOf(item('Fill it.', 1), paragraph('Wait a minute.'), item('Start it.', 1))).toBe(
      '1. Fill it.\n\nWait a minute.\n\n2. Start it.',
    );
  });

  test('for a list that starts again, once', async () => {
    expect(await textOf(item('One.', 1), item('Two.', 1), item('Other.', 4), item('Next.', 4))).toBe(
      '1. One.\n2. Two.\n\n1) Other.\n2) Next.',
    );
  });

  test('with letters for items numbered by letters', async () => {
    expect(await textOf(item('Choose:', 1), item('Red', 1, 1), item('Blue', 1, 1))).toBe(
      '1. Choose:\n\n   - a) Red\n   - b) Blue',
    );
  });

  test('for headings of several levels', async () => {
    const numbered = [item('Sale', 2, 0, 'Heading1'), item('Rent', 2, 0, 'Heading1')];
    expect(await textOf(...numbered, item('Deposit', 2, 1))).toBe(
      '# Part I Sale\n\n# Part II Rent\n\n- 2.1 Deposit',
    );
  });

  test('but not for bullets', async () => {
    expect(await textOf(item('Red', 3), item('Blue', 3))).toBe('- Red\n- Blue');
  });
});

test('checked and unchecked boxes are distinguished', async () => {
  const box = (checked: 0 | 1) =>
    `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(checked === 1 ? '☒' : '☐')}</w:sdtContent></w:sdt>`;
  const body = inParagraph(box(1), run(' Breakfast')) + inParagraph(box(0), run(' Parking'));
  expect((await read(body)).text).toBe('☑ Breakfast\n\n☐ Parking');
});
