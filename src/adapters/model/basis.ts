import type { BasisSection, SearchBasis } from '../../domain/records/message.ts';
import { basisSection } from '../knowledge/basis-section.ts';
import { GOOD_FIT, type FoundSection } from '../knowledge/index.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { isSame, type DocumentSearch } from './document-search.ts';

/** Maximum length of a stored query in code points. */
const MAX_QUERY_LENGTH = 200;

interface Given {
  /** What was found for the question. */
  found: readonly FoundSection[];
  /** All sections, where the model was given them whole. */
  whole: readonly Section[] | undefined;
  search: Pick<DocumentSearch, 'sections' | 'queries'>;
  /** The numbers of the sections that it cited. */
  cited: ReadonlySet<number>;
}

/**
 * What an answer rests on, to be stored with it: of a small knowledge that was given whole only what fits the
 * question or was cited, so that it stays short. It has no text of a section.
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
