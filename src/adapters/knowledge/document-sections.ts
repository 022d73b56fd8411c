import type { DocumentSections } from '../../ports.ts';
import { titleOf } from './index.ts';

/** The sections of one document, made as for the index. The parser is loaded on first use. */
export const documentSections: DocumentSections = async (name, markdown) => {
  const { sectionsOf } = await import('./markdown-sections.ts');
  return sectionsOf(markdown, titleOf(name)).map(({ title, path, markdown: text }) => ({
    title,
    path,
    markdown: text,
  }));
};
