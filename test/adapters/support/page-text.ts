import { pageContent, parsePage, type PageOptions } from '../../../src/adapters/documents/html.ts';

/** The Markdown of a page with this body, without white space at its end. */
export function pageText(body: string, options?: PageOptions): string {
  const page = parsePage(Buffer.from(`<!doctype html><title>Page</title><body>${body}`));
  return pageContent(page, options).markdown.trim();
}
