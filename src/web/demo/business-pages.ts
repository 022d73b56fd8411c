import { lexer } from 'marked';
import type { Industry } from './industries.ts';

/** A block of a page: a heading, a paragraph or a list. */
export type PageBlock =
  | { kind: 'heading'; depth: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] };

/** A page of a business other than its home page. */
export interface BusinessPage {
  /** The last part of the path. */
  slug: string;
  title: string;
  blocks: readonly PageBlock[];
}

/** Returns the pages of a business, sorted by name. */
export type PagesOf = (industry: Industry) => Promise<readonly BusinessPage[]>;

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

/** A page from a document: `delivery-and-returns.md` becomes `delivery-and-returns`. */
export function businessPage(fileName: string, markdown: string): BusinessPage {
  const slug = fileName.replace(/\.md$/, '');
  const blocks = lexer(markdown.replace(FRONT_MATTER, '')).flatMap((token): PageBlock[] => {
    if (token.type === 'space') return [];
    if (token.type === 'heading' && 'depth' in token) {
      return [{ kind: 'heading', depth: Number(token.depth), text: textOf(token.raw) }];
    }
    if (token.type === 'list') return [{ kind: 'list', items: token.raw.trim().split('\n').map(textOf) }];
    return [{ kind: 'text', text: textOf(token.raw) }];
  });
  const heading = blocks.find(({ kind }) => kind === 'heading');
  return { slug, title: heading?.kind === 'heading' ? heading.text : slug, blocks };
}

/** The text without Markdown for headings, list items and emphasis. */
const textOf = (raw: string): string =>
  raw
    .trim()
    .replace(/^(?:#+|[-*]) /, '')
    .replaceAll('**', '');

/** The front matter of a document, which has the synonyms of visitors' words. Pages do not show it. */
export const frontMatterOf = (markdown: string): string | undefined => FRONT_MATTER.exec(markdown)?.[0];
