import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { MAX_COLUMNS } from '../../scripts/eslint-rules/plain-language.ts';
import {
  sentencesOf,
  titleProblems,
  wordingProblems,
  type WordingProblem,
} from '../../scripts/eslint-rules/wording.ts';

const root = join(import.meta.dirname, '../..');
const MOST_ON_AVERAGE = 25;
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The blocks of a Markdown text in order, with their prose: paragraphs, headings and the cells of tables. */
function blocksOf(markdown: string): { kind: 'paragraph' | 'title'; raw: string; prose: string }[] {
  const blocks: ReturnType<typeof blocksOf> = [];
  const visit = (token: Token): void => {
    if (token.type === 'paragraph' || token.type === 'text') {
      blocks.push({ kind: 'paragraph', raw: token.raw, prose: proseOf([token]) });
    } else if (token.type === 'heading') {
      blocks.push({ kind: 'title', raw: token.raw, prose: proseOf([token]) });
    } else if (token.type === 'table') {
      const { header, rows, raw } = token as Tokens.Table;
      const cells = [...header, ...rows.flat()];
      blocks.push(...cells.map(({ tokens }) => ({ kind: 'title', raw, prose: proseOf(tokens) }) as const));
    } else if (token.type === 'list') {
      (token as Tokens.List).items.forEach(({ tokens }) => tokens.forEach(visit));
    } else if (token.type === 'blockquote') {
      token.tokens?.forEach(visit);
    }
  };
  marked.lexer(markdown).forEach(visit);
  return blocks;
}

/** The problems of a Markdown text, each with its line. Titles and cells are not sentences. */
function problemsIn(path: string, markdown: string): string[] {
  let at = 0;
  return blocksOf(markdown).flatMap(({ kind, raw, prose }) => {
    at = Math.max(at, markdown.indexOf(raw, at));
    const line = markdown.slice(0, at).split('\n').length;
    const problems: WordingProblem[] = kind === 'paragraph' ? wordingProblems(prose) : titleProblems(prose);
    return problems.map((it) => `${path}:${line} not "${it.found}": ${it.advice}`);
  });
}

/** The words of tokens; code is a placeholder, and a link is its words. */
function proseOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'codespan') return '`…`';
      if ('tokens' in token && Array.isArray(token.tokens)) return proseOf(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

test('a refused word is reported with its line, except in code', () => {
  const text = 'Plain.\n\n```sh\necho nobody\n```\n\nAsk `nobody`, or whoever is there.';
  expect(problemsIn('a.md', text)).toEqual([
    'a.md:7 not "whoever": name the part of the system: "the caller", "no agent"',
  ]);
});

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

test('the documents are in plain language', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(20);
  expect(DOCUMENTS.flatMap((path) => problemsIn(path, textOf(path)))).toEqual([]);
});

test(`the sentences of a document have ${MOST_ON_AVERAGE} words at most on average`, () => {
  const average = (path: string) => {
    const sentences = blocksOf(textOf(path)).flatMap(({ kind, prose }) =>
      kind === 'paragraph' ? sentencesOf(prose) : [],
    );
    return sentences.reduce((sum, one) => sum + one.split(/\s+/).length, 0) / Math.max(1, sentences.length);
  };
  expect(DOCUMENTS.filter((path) => average(path) > MOST_ON_AVERAGE)).toEqual([]);
});

const CONFIGURATION = ['infra/**/*.{bicep,bicepparam,yaml}', 'azure.yaml', '.github/**/*.yml'];

test('templates, the wizard, workflows and bench documents contain no refused words', () => {
  const others = ['infra/marketplace/*.json', 'bench/answers/product/*.md'];
  const paths = globSync([...CONFIGURATION, ...others], { cwd: root });
  expect(paths.length).toBeGreaterThan(30);
  const found = paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, at) => titleProblems(line).map((it) => `${path}:${at + 1} ${it.found}`)),
  );
  expect(found).toEqual([]);
});

test('comments in templates and workflows are at most as wide as in code', () => {
  const found = globSync(CONFIGURATION, { cwd: root }).flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, at) =>
        /^\s*(?:\/\/|#)/.test(line) && line.length > MAX_COLUMNS && !line.includes('://')
          ? [`${path}:${at + 1}`]
          : [],
      ),
  );
  expect(found).toEqual([]);
});
