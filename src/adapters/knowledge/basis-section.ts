import { headingOf } from '../../domain/cited-passage.ts';
import type { BasisSection } from '../../domain/records/message.ts';
import type { Section } from './markdown-sections.ts';

/** A section as the basis of an answer names it: by its headings, and its fit. */
export function basisSection(
  section: Pick<Section, 'path' | 'title'>,
  fit: number | undefined,
  isCited: boolean,
): BasisSection {
  return {
    heading: headingOf(section),
    ...(fit !== undefined && { fit: Math.round(Math.min(1, fit) * 100) / 100 }),
    ...(isCited && { cited: true }),
  };
}
