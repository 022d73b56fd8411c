import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { docxFile, paragraph } from '../support/files/docx-file.ts';
import { listen } from '../support/servers/listen.ts';
import { pdfFile } from '../support/files/pdf-file.ts';
import { readFile } from './support/reading.ts';
import { refusal } from '../support/refusal.ts';

const LINE = [{ text: 'Some text that is long enough.', y: 700 }];
const MEGABYTE = 1024 * 1024;

/** A password that is not empty: the standard security handler of ISO 32000, with keys that nothing opens. */
const LOCKED = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >> /ID [<${'33'.repeat(16)}> <${'33'.repeat(16)}>]`;

/** The start of the container of a Word file with a password. */
const CONTAINER = Buffer.concat([
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.alloc(1_016),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);

/** Entities that grow tenfold with each of ten steps. */
const BILLION_LAUGHS = `<!DOCTYPE w [<!ENTITY a0 "ha">${Array.from({ length: 10 }, (_, step) => `<!ENTITY a${step + 1} "${`&a${step};`.repeat(10)}">`).join('')}]>`;

const FILES = {
  'a PDF with a password': ['file-encrypted', 'a.pdf', () => pdfFile([LINE], { trailer: LOCKED })],
  'a PDF of 10 000 pages': [
    'file-too-many-pages',
    'a.pdf',
    () => pdfFile(Array.from({ length: 10_000 }, () => LINE)),
  ],
  'a PDF without text, as a scanner makes it': [
    'file-without-text',
    'a.pdf',
    () => pdfFile(['q 100 0 0 100 0 0 cm Q', 'q Q']),
  ],
  'a PDF that breaks off': ['file-damaged', 'a.pdf', () => pdfFile([LINE]).subarray(0, 60)],
  'a PDF with more text than a document may have': [
    'file-text-too-long',
    'a.pdf',
    () =>
      pdfFile(
        Array.from({ length: 100 }, () =>
          Array.from({ length: 60 }, (_, line) => ({
            text: 'word '.repeat(18),
            y: 800 - line * 12,
            size: 8,
          })),
        ),
        { deflate: true },
      ),
  ],
  'a Word file with a password': ['file-encrypted', 'a.docx', () => CONTAINER],
  'a Word file of before 2007': ['file-type-unsupported', 'a.doc', () => CONTAINER.subarray(0, 1_024)],
  'an archive that is no Word file': [
    'file-type-unsupported',
    'a.docx',
    () => Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') })),
  ],
  'a Word file that breaks off': ['file-damaged', 'a.docx', () => docxFile(paragraph('x')).subarray(0, 700)],
  'a Word file whose text is no XML': [
    'file-damaged',
    'a.docx',
    () => docxFile('', { 'word/document.xml': strToU8('<w:document') }),
  ],
  'a Word file with entities that grow': [
    'file-damaged',
    'a.docx',
    () => docxFile(paragraph('&a10;'), {}, BILLION_LAUGHS),
  ],
  'a Word file that unpacks to a hundred times its size': [
    'file-too-complex',
    'a.docx',
    () => docxFile('', { 'word/document.xml': [new Uint8Array(64 * MEGABYTE), { level: 9 }] }),
  ],
  'a Word file of too many parts': [
    'file-too-complex',
    'a.docx',
    () =>
      docxFile(
        paragraph('x'),
        Object.fromEntries(Array.from({ length: 6_000 }, (_, part) => [`p/${part}`, new Uint8Array(1)])),
      ),
  ],
  'a Word file without text': ['file-without-text', 'a.docx', () => docxFile(paragraph(' '))],
  'a web page of 100 000 nested elements': [
    'file-too-complex',
    'a.html',
    () => Buffer.from(`<html>${'<div>'.repeat(100_000)}text`),
  ],
  'a web page of scripts alone': [
    'file-without-text',
    'a.html',
    () => Buffer.from('<html><script>document.write("text")</script>'),
  ],
  'text in an unknown encoding': [
    'file-encoding-unknown',
    'a.txt',
    () => Buffer.from([0x48, 0x69, 0x20, 0x81, 0x8d, 0x9d, 0xff]),
  ],
  'text of white space': ['file-without-text', 'a.txt', () => Buffer.from(' \n\t')],
  'a page whose text fits a document only without its title': [
    'file-text-too-long',
    'a.html',
    () => Buffer.from(`<html><p>${'a'.repeat(399_990)}`),
  ],
  'text that is too long': ['file-text-too-long', 'a.txt', () => Buffer.alloc(400_001, 'a')],
} as const;

test.each(Object.entries(FILES))(
  '%s is refused with the code of its problem',
  async (_case, [code, name, make]) => {
    expect(await refusal(readFile(name, make()))).toBe(code);
  },
);

test('a PDF whose page unpacks to gigabytes is stopped by the memory limit', async () => {
  // Packed in pieces: the memory of this process counts, too.
  const zeros = new Array<Buffer>(512).fill(Buffer.alloc(MEGABYTE));
  const once = await buffer(Readable.from(zeros).pipe(createDeflate()));
  const bomb = pdfFile([once]);
  expect(await refusal(readFile('a.pdf', bomb, { memoryBytes: 128 * MEGABYTE }))).toBe('file-too-complex');
});

test('a file that takes too long is stopped, and the next file is read', async () => {
  const page = 'BT /F1 1 Tf (a) Tj ET\n'.repeat(400_000);
  expect(await refusal(readFile('a.pdf', pdfFile([page]), { timeoutMs: 1 }))).toBe('file-too-complex');
  expect((await readFile('a.txt', Buffer.from('Text'))).markdown).toBe('Text');
});

test('reading a file never accesses the network or another file', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end('secret');
  });
  const origin = await listen(server);
  try {
    const html = `<!DOCTYPE html [<!ENTITY x SYSTEM "${origin}/entity">]><html><head><base href="${origin}/"><link rel="stylesheet" href="style.css"><script src="a.js"></script></head><body><p>Text &x;</p><img src="${origin}/i.png"><iframe src="${origin}"></iframe></body>`;
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/image" Target="${origin}/i.png" TargetMode="External"/><Relationship Id="r2" Type="${office}/attachedTemplate" Target="${origin}/t.dotm" TargetMode="External"/><Relationship Id="r3" Type="${office}/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`;
    const picture = (id: string) =>
      `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const docx = docxFile(paragraph('Text') + picture('r1') + picture('r3'), {
      'word/_rels/document.xml.rels': strToU8(relations),
    });
    const pdf = pdfFile([LINE], {
      catalog: `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${origin}"\\)) >> /AA << /WC << /S /URI /URI (${origin}) >> >>`,
    });
    const read = await Promise.all([
      readFile('a.html', Buffer.from(html)),
      readFile('a.docx', docx),
      readFile('a.pdf', pdf),
    ]);
    for (const { markdown } of read) {
      expect(markdown).toMatch(/text/i);
      expect(markdown).not.toMatch(/secret|root:|127\.0\.0\.1/);
    }
    expect(requests).toBe(0);
  } finally {
    server.close();
  }
});
