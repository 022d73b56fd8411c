import { basisSection } from '../../knowledge/rules/cited-passage.ts';
import type { BasisSection, SearchBasis } from '../../conversations/records/message.ts';
import type { ModelToolCall } from '../../ports.ts';
import { GOOD_FIT } from '../knowledge/knowledge-index.ts';
import type { FoundSection } from '../knowledge/knowledge-search.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { MAX_SEARCHES, queryIn, SEARCH_DOCUMENTS } from './tools.ts';

/** A section in the prompt; `fit` is set if it was found by a search. */
type GivenSection = Section & Partial<Pick<FoundSection, 'fit'>>;

/** The sections that the model got for one answer, and its searches for more. */
export interface DocumentSearch {
  /** All sections so far, in the order of their numbers. */
  readonly sections: readonly GivenSection[];
  /** The queries of the model, in order. */
  readonly queries: readonly string[];
  /** Runs a search and returns its result as text for the model. */
  run(call: ModelToolCall): string | Promise<string>;
}

/** Finds the sections that share words with a query, best first. */
type Find = (query: string) => Promise<readonly FoundSection[]>;

/** Lets the model search. Found sections are numbered after the given ones. */
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
      ...(more.length > 0 ? [numberSections(more, first)] : []),
      ...(known.length > 0 ? [`Documents that you already have: ${known.join(', ')}.`] : []),
    ];
    return parts.join('\n') || 'No document fits these words.';
  }

  /** The number of a section; 0 if it was not given. */
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

/** Compares sections by content, because searches return copies. */
function isSame(one: Section, other: Section): boolean {
  return one.title === other.title && one.markdown === other.markdown;
}

/** Maximum length of a stored query in code points. */
const MAX_QUERY_LENGTH = 200;

interface AnswerDocuments {
  /** The sections found for the question. */
  found: readonly FoundSection[];
  /** All sections; undefined if the model did not get the whole knowledge. */
  whole: readonly Section[] | undefined;
  search: Pick<DocumentSearch, 'sections' | 'queries'>;
  /** The numbers of the cited sections. */
  cited: ReadonlySet<number>;
}

/**
 * The sections that an answer is based on, stored without their text. If the model got the whole knowledge,
 * only sections that fit the question or were cited are stored.
 */
export function basisOf({ found, whole, search, cited }: AnswerDocuments): SearchBasis {
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

/** Sections as data for the model, numbered from `first`. Their text cannot close the markup around it. */
export function numberSections(sections: readonly Section[], first = 1): string {
  return sections
    .map((section, index) => `<document number="${first + index}">\n${sectionAsData(section)}\n</document>`)
    .join('\n');
}

function sectionAsData({ path, title, markdown, date }: Section): string {
  const heading = [...path, title].join(' › ');
  const dated = date === undefined ? heading : `${heading}\n(The page is of ${date}.)`;
  return `${dated}\n\n${markdown}`.replaceAll(/<(?=\/?document)/gi, '<\\');
}
