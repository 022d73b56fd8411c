import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { element } from './page-elements.ts';

/** Parses a fragment of HTML, such as an answer in JSON-LD. Plain text becomes paragraphs. */
export function elementsOfHtml(html: string): Element[] {
  if (!/<[a-z/]/i.test(html)) {
    return html
      .split(/\n{2,}/)
      .filter((text) => text.trim() !== '')
      .map((text) => element('p', text.trim()));
  }
  const { children } = unified().use(rehypeParse, { fragment: true }).parse(html);
  return [element('div', ...children.filter((child) => child.type === 'element' || child.type === 'text'))];
}
