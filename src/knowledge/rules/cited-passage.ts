import type { BasisSection, Message } from '../../conversations/records/message.ts';

/** A part of a document under one heading, with the headings above it, outermost first. */
export interface CitableSection {
  title: string;
  path: readonly string[];
  url?: string;
  /** Markdown. */
  markdown: string;
}

/** Maximum length of a heading with those above it, in code points. */
const MAX_HEADING = 120;

/** Maximum length of a passage, in code points. */
const MAX_PASSAGE = 6000;

const shortened = (text: string, most: number) => Array.from(text).slice(0, most).join('');

/**
 * The heading of a section with those above it, cut to 120 code points: its name in the basis of an answer.
 */
export const headingOf = ({ path, title }: Pick<CitableSection, 'path' | 'title'>): string =>
  shortened([...path, title].join(' › '), MAX_HEADING);

/**
 * The current text of the section that a source cites; undefined if the documents no longer contain it.
 * Sections with the same title that the answer did not cite are ignored, so an answer without a `basis` has
 * no passage.
 */
export function citedPassage(
  { sources = [], basis }: Pick<Message, 'sources' | 'basis'>,
  number: number,
  sections: readonly CitableSection[],
): string | undefined {
  const source = sources[number - 1];
  const cited = new Set(basis?.sections.flatMap(({ heading, cited: isCited }) => (isCited ? heading : [])));
  const parts = sections.filter(
    (section) =>
      section.title === source?.title && section.url === source.url && cited.has(headingOf(section)),
  );
  return parts.length > 0
    ? shortened(parts.map(({ markdown }) => markdown).join('\n\n'), MAX_PASSAGE)
    : undefined;
}

/** The entry of a section in the basis of an answer. */
export function basisSection(
  section: Pick<CitableSection, 'path' | 'title'>,
  fit: number | undefined,
  isCited: boolean,
): BasisSection {
  return {
    heading: headingOf(section),
    ...(fit !== undefined && { fit: Math.round(Math.min(1, fit) * 100) / 100 }),
    ...(isCited && { cited: true }),
  };
}
