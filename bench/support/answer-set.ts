import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { Answer } from '../../src/adapters/knowledge/knowledge-search.ts';
import { sectionsOf, type ParsedSection } from '../../src/adapters/knowledge/markdown-sections.ts';

const folder = `${dirname(import.meta.dirname)}/answers`;

/** A question of `bench/answers/questions.jsonl`; see the README in that folder. */
const Question = z.object({
  question: z.string(),
  language: z.string(),
  expect: z.union([z.object({ section: z.string() }), z.object({ refuse: z.enum(['near', 'far']) })]),
  part: z.enum(['tune', 'unseen']),
});
export type Question = z.output<typeof Question>;

/** A question that comes after others of the same visitor, of `bench/answers/follow-ups.jsonl`. */
const FollowUp = z.extend(Question, { before: z.array(z.string()) });
export type FollowUp = z.output<typeof FollowUp>;

export interface AnswerPage {
  /** Its path below `pages`, such as `en/delivery.md`. */
  name: string;
  sections: ParsedSection[];
}

export function answerPages(): AnswerPage[] {
  return pagesIn(`${folder}/pages`);
}

/** The pages together with the project's documentation: more than fits into a prompt. */
export function largeKnowledge(): AnswerPage[] {
  return [...answerPages(), ...pagesIn(`${dirname(dirname(import.meta.dirname))}/docs`)];
}

function pagesIn(cwd: string): AnswerPage[] {
  return globSync('**/*.md', { cwd })
    .sort()
    .map((name) => ({ name, sections: sectionsOf(readFileSync(`${cwd}/${name}`, 'utf8'), name) }));
}

export function answerQuestions(): Question[] {
  return linesOf('questions.jsonl').map((line) => Question.parse(line));
}

export function answerFollowUps(): FollowUp[] {
  return linesOf('follow-ups.jsonl').map((line) => FollowUp.parse(line));
}

function linesOf(file: string): unknown[] {
  const lines = readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

/** The sections that an answer shows, by the names of the set; best first. */
export function shownSections(answer: Answer, pages: readonly AnswerPage[]): string[] {
  if (!answer.best && answer.others.length === 0) return [];
  const names = new Map(
    pages.flatMap(({ name, sections }) =>
      sections.map(({ path, title }) => [[...path, title].join(' › '), `${name}#${title}`]),
    ),
  );
  return answer.found.flatMap(({ heading }) => names.get(heading) ?? []);
}

/**
 * Many sections of the same pages. Each has its own rare words, so that the vocabulary grows as in real
 * documents.
 */
export function manySections(pages: readonly AnswerPage[], count: number): AnswerPage[] {
  const sections = pages.flatMap((page) => page.sections);
  const SECTIONS_OF_A_PAGE = 20;
  return Array.from({ length: count / SECTIONS_OF_A_PAGE }, (_page, page) => ({
    name: `${page}.md`,
    sections: Array.from({ length: SECTIONS_OF_A_PAGE }, (_section, at): ParsedSection[] => {
      const number = page * SECTIONS_OF_A_PAGE + at;
      const section = sections[number % sections.length];
      const rare = [number * 7919, number * 104_729].map((it) => `k${it.toString(36)}`).join(' ');
      return section ? [{ ...section, text: `${section.text} ${rare}` }] : [];
    }).flat(),
  }));
}
