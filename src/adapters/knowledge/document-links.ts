import { markdown } from '../../../widget/markdown.ts';
import { withoutFragment } from '../../websites/rules/address.ts';
import type { Section } from './markdown-sections.ts';

const MAIL =
  /(?<![\p{L}\p{N}.!#$%&'*+/=?^`{|}~-])[\p{L}\p{N}.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** A phone number: six or more digits with common separators. */
const PHONE = /\+?\d(?:[\s()/.-]{0,3}\d){5,}/g;

/**
 * The link addresses in an answer that the documents contain: as a link, as a document's URL, or in the text
 * for `mailto:` and `tel:`. Clients show other links as text (docs/api.md, Records).
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

/** The link targets in a text, parsed as the widget and the transcripts do. */
function linksOf(text: string): string[] {
  const links: string[] = [];
  markdown(text, (tag, _children, address = '') => {
    if (tag === 'a') links.push(address);
  });
  return links;
}

function addressesOf({ markdown: text, url }: Pick<Section, 'markdown' | 'url'>): string[] {
  return [
    // The page's URL with and without its fragment.
    ...(url === undefined ? [] : [url, withoutFragment(url)]),
    ...linksOf(text),
    ...(text.match(MAIL) ?? []).map((mail) => `mailto:${mail}`),
    ...(text.match(PHONE) ?? []).map((number) => `tel:${number}`),
  ];
}

/** Normalizes an address for comparison (RFC 3966 §5, WHATWG URL). */
function canonical(address: string): string {
  if (/^tel:/i.test(address)) return `tel:${address.replaceAll(/[^\d+]/g, '')}`;
  if (/^mailto:/i.test(address)) return address.toLowerCase();
  return URL.canParse(address) ? new URL(address).href : address;
}
