import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { LIMITS, Refused } from './limits.ts';

const writer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', rule: '-', emphasis: '_', fences: true, resourceLink: true });

/** The Markdown of a syntax tree. */
export function markdownOf(root: Root): string {
  return writer.stringify(root);
}

/** A document with its title and the file it was made of, within the limit and with some text in it. */
export function documentOf(
  body: string,
  { title, source, url }: { title: string; source: string; url?: string | undefined },
): string {
  const text = body.replaceAll(/\n{3,}/g, '\n\n').trim();
  refuseUnreadable(text);
  const stated = url === undefined ? '' : `url: ${oneLine(url)}\n`;
  const document = `---\ntitle: ${oneLine(title)}\nsource: ${oneLine(source)}\n${stated}---\n\n${text}\n`;
  // A document that the preview shows can be saved.
  refuseUnreadable(document);
  return document;
}

/** Refuses a text without any letter or digit, and one that is too long for a document. */
export function refuseUnreadable(text: string): void {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Refused('file-without-text');
  if (text.length > LIMITS.characters) throw new Refused('file-text-too-long');
}

/** The title of a document without one in its text: the name of its file without the ending. */
export function titleOf(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '').replaceAll(/[-_]+/g, ' ');
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
