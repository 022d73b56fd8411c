import { expect, test } from 'vitest';
import { fileTypeOf, TYPE_BYTES } from '../../src/domain/file-types.ts';

const typeOf = (text: string, name = 'a.md') => fileTypeOf(Buffer.from(text), name);

test('a page may begin with comments', () => {
  expect(typeOf('<!-- one --> <!-- two -->\n<!DOCTYPE html><p>Text')).toBe('html');
  expect(typeOf('<!-- <html> -->\n# Prices')).toBe('text');
});

test('the type of a file that begins with nothing but comments is found in one pass', () => {
  const comment = '<!---->';
  expect(typeOf(`${comment.repeat(Math.floor(TYPE_BYTES / comment.length))}x`)).toBe('text');
});
