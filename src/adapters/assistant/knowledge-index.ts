import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import MiniSearch, { type SearchResult } from 'minisearch';
import { AppError } from '../../domain/errors.ts';
import { sectionsOf, type Section } from './markdown-sections.ts';
import { termsOf, wordsOf } from './terms.ts';

export interface FoundSection extends Section {
  /** How much it says on the words of the question; for comparing the sections of one search, without a unit. */
  score: number;
  /** From 0 to 1: how many of the question's words it has; those outside of the headings count less. */
  fit: number;
}

/** The business's own documents, searchable by section. */
export interface KnowledgeIndex {
  /** The sections that share words with a question, best first. */
  find(question: string, limit: number): Promise<FoundSection[]>;
}

/** A question is looked up by its first words; nobody's question needs more, and each costs time. */
const MAX_QUESTION_WORDS = 40;
/** The fit from which on a section is about the question; below it only shares a word. */
export const GOOD_FIT = 0.5;
/** What a word of the question counts that is in the text of a section and not in its headings. */
const ONLY_IN_TEXT = 0.75;

/**
 * An index of the Markdown files below a folder, read at the first search and kept. A folder that does not exist is an
 * empty one; a folder that cannot be read is `misconfigured` and is tried again at the next search.
 */
export function knowledgeIndex(knowledgeDir: string): KnowledgeIndex {
  let loading: Promise<KnowledgeIndex['find']> | undefined;
  return {
    async find(question, limit) {
      loading ??= load(knowledgeDir).catch((cause: unknown) => {
        loading = undefined;
        throw new AppError('misconfigured', { setting: 'KNOWLEDGE_DIR' }, { cause });
      });
      return (await loading)(question, limit);
    },
  };
}

async function load(knowledgeDir: string): Promise<KnowledgeIndex['find']> {
  const documents = await Promise.all(
    (await markdownFiles(knowledgeDir)).map(async (name) => {
      const title = basename(name, '.md').replaceAll(/[-_]+/g, ' ');
      return sectionsOf(await readFile(join(knowledgeDir, name), 'utf8'), title);
    }),
  );
  const sections = documents.flat();
  const index = new MiniSearch<Section & { id: number }>({
    fields: ['title', 'path', 'text'],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: {
      boost: { title: 3, path: 1.5 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));

  return async (question, limit) => {
    const asked = new Set(wordsOf(question).slice(0, MAX_QUESTION_WORDS).flatMap(termsOf));
    const fitOf = ({ queryTerms, match }: SearchResult) =>
      [...new Set(queryTerms)].reduce((sum, term) => sum + (inHeading(term, match) ? 1 : ONLY_IN_TEXT), 0) /
      asked.size;
    return index
      .search([...asked].join(' '), { tokenize: (terms) => terms.split(' '), processTerm: (term) => term })
      .map((result) => ({ id: Number(result.id), score: result.score, fit: fitOf(result) }))
      .sort((a, b) => b.score * b.fit - a.score * a.fit)
      .slice(0, limit)
      .flatMap(({ id, score, fit }) => {
        const section = sections[id];
        return section ? [{ ...section, score, fit }] : [];
      });
  };
}

/** Whether a heading has a word of the question, or one that begins with it. */
function inHeading(term: string, match: SearchResult['match']): boolean {
  return Object.entries(match).some(
    ([found, fields]) => found.startsWith(term) && fields.some((field) => field !== 'text'),
  );
}

/** The paths below the folder, in an order that does not depend on the file system. */
async function markdownFiles(knowledgeDir: string): Promise<string[]> {
  try {
    const names = await readdir(knowledgeDir, { recursive: true });
    return names.filter((name) => name.endsWith('.md')).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
