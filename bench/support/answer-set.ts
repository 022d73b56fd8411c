import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { sectionsOf, type Section } from '../../src/adapters/knowledge/markdown-sections.ts';

const folder = `${dirname(import.meta.dirname)}/answers`;

/** A question of `bench/answers/questions.jsonl`; see the README beside it. */
const Question = z.object({
  question: z.string(),
  language: z.string(),
  expect: z.union([z.object({ section: z.string() }), z.object({ refuse: z.enum(['near', 'far']) })]),
  part: z.enum(['tune', 'unseen']),
});
export type Question = z.output<typeof Question>;

export interface AnswerPage {
  /** Its path below `pages`, such as `en/delivery.md`. */
  name: string;
  sections: Section[];
}

export function answerPages(): AnswerPage[] {
  return globSync('**/*.md', { cwd: `${folder}/pages` })
    .sort()
    .map((name) => ({ name, sections: sectionsOf(readFileSync(`${folder}/pages/${name}`, 'utf8'), name) }));
}

export function answerQuestions(): Question[] {
  const lines = readFileSync(`${folder}/questions.jsonl`, 'utf8').trim().split('\n');
  return lines.map((line) => Question.parse(JSON.parse(line)));
}

/**
 * Many sections of the same pages, each with rare words of its own so that the vocabulary grows as in real
 * documents.
 */
export function manySections(pages: readonly AnswerPage[], count: number): AnswerPage[] {
  const sections = pages.flatMap((page) => page.sections);
  const SECTIONS_OF_A_PAGE = 20;
  return Array.from({ length: count / SECTIONS_OF_A_PAGE }, (_page, page) => ({
    name: `${page}.md`,
    sections: Array.from({ length: SECTIONS_OF_A_PAGE }, (_section, at): Section[] => {
      const number = page * SECTIONS_OF_A_PAGE + at;
      const section = sections[number % sections.length];
      const rare = [number * 7919, number * 104_729].map((it) => `k${it.toString(36)}`).join(' ');
      return section ? [{ ...section, text: `${section.text} ${rare}` }] : [];
    }).flat(),
  }));
}
