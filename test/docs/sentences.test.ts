import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const MOST_WORDS = 35;
const MOST_ON_AVERAGE = 25;

/** Phrases that hide the subject of a sentence (docs only; comments have a lint rule of their own). */
const REFUSED: readonly RegExp[] = [
  /\b(?:is|are) none\b/i,
  /\bwhere none\b/i,
  /\bno (\w+) that is (?:a|no) \1\b/i,
  /\bis no (?:news|matter|address|price)\b/i,
  /(?:^|[.:;] )What (?:is|was|are|comes?|does|leaves|it|the)\b[^?]*[.:]/,
  /\bat once\b/i,
  /\bof its own accord\b/i,
  /\bas good as none\b/i,
  /\bfor ever\b/i,
  /\bmeanwhile\b/i,
];

/** The sentences of a Markdown text: paragraphs and list items, without code, tables and headings. */
function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, '\n')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/^[ \t]*(?:\||#|<!--|<).*$/gm, '\n')
    .replaceAll(/^[ \t]*(?:[-*]|\d+\.) /gm, '\n\n')
    .replaceAll('**', '');
  return prose
    .split(/\n\s*\n/)
    .flatMap((block) =>
      block
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?:;])["”)]? (?=["“(]?[A-Z\d`c])/),
    )
    .filter((sentence) => /\w/.test(sentence));
}
const wordsOf = (sentence: string) => sentence.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length;

test('sentences are read without code, tables and headings', () => {
  const text =
    '# A title\n\nOne two `a b`. Three\nfour.\n\n- Item one.\n\n| a | b |\n\n```sh\necho one two\n```\n';
  expect(sentencesOf(text)).toEqual(['One two code.', 'Three four.', 'Item one.']);
});

describe.each(globSync(['README.md', 'docs/*.md'], { cwd: ROOT }))('%s', (path) => {
  const sentences = sentencesOf(readFileSync(join(ROOT, path), 'utf8'));

  test(`has sentences of at most ${MOST_WORDS} words, ${MOST_ON_AVERAGE} on average`, () => {
    expect(sentences.filter((sentence) => wordsOf(sentence) > MOST_WORDS)).toEqual([]);
    const words = sentences.reduce((sum, sentence) => sum + wordsOf(sentence), 0);
    expect(words / sentences.length).toBeLessThanOrEqual(MOST_ON_AVERAGE);
  });

  test('names the subject of a sentence', () => {
    expect(sentences.filter((sentence) => REFUSED.some((phrase) => phrase.test(sentence)))).toEqual([]);
  });
});
