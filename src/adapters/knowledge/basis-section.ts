import type { BasisSection } from '../../domain/records/message.ts';
import type { Section } from './markdown-sections.ts';

/** Maximum length of a heading with those above it, in code points. */
const MAX_LENGTH = 120;

/** A section as the basis of an answer names it: by its headings, shortened at the end, and its fit. */
export function basisSection(
  { path, title }: Pick<Section, 'path' | 'title'>,
  fit: number | undefined,
  isCited: boolean,
): BasisSection {
  return {
    heading: Array.from([...path, title].join(' › '))
      .slice(0, MAX_LENGTH)
      .join(''),
    ...(fit !== undefined && { fit: Math.round(Math.min(1, fit) * 100) / 100 }),
    ...(isCited && { cited: true }),
  };
}
