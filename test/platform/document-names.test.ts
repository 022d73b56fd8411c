import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOCUMENT_NAME, documentNameOf, freeDocumentName } from '../../src/platform/rules/document-names.ts';

test.each([
  ['Preise (2026).pdf', 'Preise 2026.md'],
  ['मूल्य सूची.docx', 'मूल्य सूची.md'],
  ['ราคา.html', 'ราคา.md'],
  ['.htaccess', 'document.md'],
  ['../../etc/passwd', 'etc passwd.md'],
])('%s becomes %s', (file, name) => {
  expect(documentNameOf(file)).toBe(name);
});

test('every file name becomes a valid document name, also with a number against duplicates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (fileName) => {
      const name = documentNameOf(fileName);
      expect(name).toMatch(DOCUMENT_NAME);
      expect(freeDocumentName(name, new Set([name]))).toMatch(DOCUMENT_NAME);
    }),
  );
});

test('a name that is taken gets the first free number', () => {
  expect(freeDocumentName('prices.md', new Set())).toBe('prices.md');
  expect(freeDocumentName('prices.md', new Set(['prices.md', 'prices 2.md']))).toBe('prices 3.md');
});
