import type { SourceDocument } from '../../../src/domain/revision-documents.ts';

/** Pages of a website, named by number. */
export function sitePages(count: number, markdown: (n: number) => string = String): SourceDocument[] {
  return Array.from({ length: count }, (_, n) => ({
    name: `${n}.md`,
    title: `Page ${n}`,
    markdown: markdown(n),
    readAt: '2026-11-20T17:24:00.000Z',
  }));
}
