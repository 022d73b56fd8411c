import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { LIMITS, UnreadableFile } from './limits.ts';

const writer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', rule: '-', emphasis: '_', fences: true, resourceLink: true });

/** Converts a syntax tree to Markdown. */
export function markdownOf(root: Root): string {
  return writer.stringify(root);
}

/**
 * Adds the title and source of a document as front matter. Throws `UnreadableFile` if the text is empty or
 * too long.
 */
export function documentOf(
  body: string,
  { title, source, url }: { title: string; source: string; url?: string | undefined },
): string {
  const text = body.replaceAll(/\n{3,}/g, '\n\n').trim();
  refuseUnreadable(text);
  const stated = url === undefined ? '' : `url: ${oneLine(url)}\n`;
  const document = `---\ntitle: ${oneLine(title)}\nsource: ${oneLine(source)}\n${stated}---\n\n${text}\n`;
  // Checked here so that a document in the preview can also be saved.
  refuseUnreadable(document);
  return document;
}

/** Throws `UnreadableFile` if a text has no letter or digit, or is too long for a document. */
export function refuseUnreadable(text: string): void {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UnreadableFile('file-without-text');
  if (text.length > LIMITS.characters) throw new UnreadableFile('file-text-too-long');
}

/** The fallback title of a document: its file name without the extension. */
export function titleOf(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '').replaceAll(/[-_]+/g, ' ');
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
