import type { ModelToolCall } from '../../ports.ts';
import type { FoundSection } from '../knowledge/index.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { numbered } from './documents.ts';
import { MAX_SEARCHES, queryIn, SEARCH_DOCUMENTS } from './tools.ts';

/** A section of the prompt. */
type GivenSection = Section & Partial<Pick<FoundSection, 'fit'>>;

/** The sections that a model is given in one answer, and its own searches for more. */
export interface DocumentSearch {
  /** All sections given so far, in the order of their numbers, with their fit where they were searched. */
  readonly sections: readonly GivenSection[];
  /** The queries of the model, in order. */
  readonly queries: readonly string[];
  /** The result of a tool call, as text for the model. */
  run(call: ModelToolCall): string | Promise<string>;
}

/** Finds the sections that share words with a query, best first. */
type Find = (query: string) => Promise<readonly FoundSection[]>;

/** Searches for the model. What it finds is numbered after the sections already given. */
export function documentSearch(given: readonly GivenSection[], find: Find): DocumentSearch {
  const sections = [...given];
  const queries: string[] = [];
  let calls = 0;

  async function search(query: string): Promise<string> {
    queries.push(query);
    const found = await find(query);
    const known = found.filter((section) => numberOf(section) > 0).map(numberOf);
    const more = found.filter((section) => numberOf(section) === 0);
    const first = sections.length + 1;
    sections.push(...more);
    const parts = [
      ...(more.length > 0 ? [numbered(more, first)] : []),
      ...(known.length > 0 ? [`Documents that you already have: ${known.join(', ')}.`] : []),
    ];
    return parts.join('\n') || 'No document fits these words.';
  }

  /** 0 where the section has not been given. */
  function numberOf(section: Section): number {
    return 1 + sections.findIndex((it) => isSame(it, section));
  }

  return {
    sections,
    queries,
    run({ name, arguments: written }) {
      if (name !== SEARCH_DOCUMENTS) return 'There is no such tool.';
      if (++calls > MAX_SEARCHES) return 'No more searches are possible. Answer now, from what you have.';
      const query = queryIn(written);
      return query === undefined ? 'The arguments must be JSON: {"query": "a few words"}.' : search(query);
    },
  };
}

/** Searches return copies of sections. */
export function isSame(one: Section, other: Section): boolean {
  return one.title === other.title && one.markdown === other.markdown;
}
