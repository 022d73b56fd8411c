import type { Section } from '../knowledge/markdown-sections.ts';

/** Sections as data for the model, numbered from `first`. A section cannot end its own markup. */
export function numbered(sections: readonly Section[], first = 1): string {
  return sections
    .map((section, index) => `<document number="${first + index}">\n${asData(section)}\n</document>`)
    .join('\n');
}

function asData({ path, title, markdown }: Section): string {
  const heading = [...path, title].join(' › ');
  return `${heading}\n\n${markdown}`.replaceAll(/<(?=\/?document)/gi, '<\\');
}
