import { basisSection } from '../../domain/cited-passage.ts';
import type { BasisSection, SearchBasis } from '../../domain/records/message.ts';
import type { ModelToolCall } from '../../ports.ts';
import { GOOD_FIT, type FoundSection } from '../knowledge/index.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
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

/** Searches for the model. Found sections are numbered after the given ones. */
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

/** Compares sections by content, because searches return copies of them. */
export function isSame(one: Section, other: Section): boolean {
  return one.title === other.title && one.markdown === other.markdown;
}

/** Maximum length of a stored query in code points. */
const MAX_QUERY_LENGTH = 200;

interface Given {
  /** The sections found for the question. */
  found: readonly FoundSection[];
  /** All sections, where the model was given them whole. */
  whole: readonly Section[] | undefined;
  search: Pick<DocumentSearch, 'sections' | 'queries'>;
  /** The numbers of the sections that it cited. */
  cited: ReadonlySet<number>;
}

/**
 * The basis of an answer, which is stored with it. Of a small knowledge that was given whole, it has only the
 * sections that fit the question or were cited, so that it stays short. It has no text of a section.
 */
export function basisOf({ found, whole, search, cited }: Given): SearchBasis {
  const listed = search.sections.flatMap((section, index): BasisSection[] => {
    const isCited = cited.has(index + 1);
    const fit = section.fit ?? found.find((it) => isSame(it, section))?.fit;
    if (whole && (fit ?? 0) < GOOD_FIT && !isCited) return [];
    return [basisSection(section, fit, isCited)];
  });
  return {
    queries: search.queries.map((query) => Array.from(query).slice(0, MAX_QUERY_LENGTH).join('')),
    sections: listed,
    ...(whole && { whole: whole.length }),
  };
}

/** Sections as data for the model, numbered from `first`. A section cannot end its own markup. */
export function numbered(sections: readonly Section[], first = 1): string {
  return sections
    .map((section, index) => `<document number="${first + index}">\n${asData(section)}\n</document>`)
    .join('\n');
}

function asData({ path, title, markdown, date }: Section): string {
  const heading = [...path, title].join(' › ');
  const dated = date === undefined ? heading : `${heading}\n(The page is of ${date}.)`;
  return `${dated}\n\n${markdown}`.replaceAll(/<(?=\/?document)/gi, '<\\');
}
