import { markdown } from '../../../widget/markdown.ts';
import type { Section } from './markdown-sections.ts';

const MAIL = /[\p{L}\p{N}.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** At least six digits, as people write a telephone number. */
const PHONE = /\+?\d(?:[\s()/.-]{0,3}\d){5,}/g;

/**
 * The addresses of an answer's links that the documents hold: as a link, as the page of a document, or, for
 * `mailto:` and `tel:`, in their text. Every client shows the others as text (docs/api.md, Records).
 */
export function documentLinks(
  answer: string,
  documents: readonly Pick<Section, 'markdown' | 'url'>[],
): string[] {
  const links = linksOf(answer);
  if (links.length === 0) return [];
  const held = new Set(documents.flatMap((document) => addressesOf(document)).map((it) => canonical(it)));
  return [...new Set(links)].filter((link) => held.has(canonical(link)));
}

/** The addresses that the links of a text lead to, read as the widget and the transcripts do. */
function linksOf(text: string): string[] {
  const links: string[] = [];
  markdown(text, (tag, _children, address = '') => {
    if (tag === 'a') links.push(address);
  });
  return links;
}

function addressesOf({ markdown: text, url }: Pick<Section, 'markdown' | 'url'>): string[] {
  return [
    // The page, and the section in it.
    ...(url === undefined ? [] : [url, url.replace(/#.*$/, '')]),
    ...linksOf(text),
    ...(text.match(MAIL) ?? []).map((mail) => `mailto:${mail}`),
    ...(text.match(PHONE) ?? []).map((number) => `tel:${number}`),
  ];
}

/** The same for addresses that lead to the same place (RFC 3966 §5, WHATWG URL). */
function canonical(address: string): string {
  if (/^tel:/i.test(address)) return `tel:${address.replaceAll(/[^\d+]/g, '')}`;
  if (/^mailto:/i.test(address)) return address.toLowerCase();
  return URL.canParse(address) ? new URL(address).href : address;
}
