import type { Root } from 'hast';
import type { PageToRead, ParsedPage } from '../../ports.ts';
import { htmlMarkdown, pageContent, parsedPage } from './html.ts';
import { LIMITS, Refused } from './limits.ts';
import { footerContact } from './page-contact.ts';
import { attribute } from './html-elements.ts';
import { elementsBelow, element, visibleText, wordsIn } from './page-elements.ts';
import { factsOf } from './page-facts.ts';
import { giveHeadingIds } from './page-heading-ids.ts';
import { jsonLdContent } from './page-json-ld.ts';
import { pageLabels } from './page-labels.ts';

/** A page with fewer words than this, and scripts, shows its text by them. */
const FEW_WORDS = 25;
/** A page with more words than this has more to say than its sign-in. */
const SIGN_IN_WORDS = 120;
/** The elements into which scripts render a page. */
const MOUNT = /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|react-root|app-root)$/i;

/** A page of a website: its text as Markdown, and what it says of itself. */
export function readWebPage(bytes: Uint8Array, { url, charset }: Omit<PageToRead, 'bytes'>): ParsedPage {
  const page = parsedPage(bytes, charset);
  giveHeadingIds(page);
  const facts = factsOf(page, url);
  const { markdown: text } = pageContent(page, { address: url, isWebsite: true, headingIds: true });
  const stated = [...contactOf(page, facts.language), ...jsonLdContent(page, facts.language)];
  const statedText = htmlMarkdown(stated).trim();
  const markdown = [text.trim(), statedText].filter((part) => part !== '').join('\n\n');
  if (markdown.length > LIMITS.characters) throw new Refused('file-text-too-long');
  return { ...facts, outcome: outcomeOf(page, text, statedText), markdown, words: wordsIn(markdown) };
}

/** The contact details of the footer, under their own heading. */
function contactOf(page: Root, language: string | undefined) {
  const contact = footerContact(page);
  return contact.length === 0 ? [] : [element('h2', pageLabels(language).contact), ...contact];
}

function outcomeOf(page: Root, text: string, statedText: string): ParsedPage['outcome'] {
  const words = wordsIn(text);
  const elements = [...elementsBelow(page)];
  const asksForPassword = elements.some(
    ({ tagName, properties }) => tagName === 'input' && /^password$/i.test(String(properties['type'])),
  );
  if (asksForPassword && words < SIGN_IN_WORDS) return 'sign-in';
  if (words < FEW_WORDS && isMadeByScript(page)) return 'needs-script';
  return /[\p{L}\p{N}]/u.test(text + statedText) ? 'text' : 'empty';
}

/** Whether scripts make the text of a page: they have a place to put it, or the page asks for them. */
function isMadeByScript(page: Root): boolean {
  const elements = [...elementsBelow(page)];
  const scripts = elements.filter(
    (one) =>
      one.tagName === 'script' &&
      /^(?:module|(?:text|application)\/javascript|)$/i.test(attribute(one, 'type') ?? ''),
  );
  if (scripts.length === 0) return false;
  return elements.some((one) => {
    if (one.tagName === 'noscript') return /javascript/i.test(JSON.stringify(one.children));
    const isMount = MOUNT.test(attribute(one, 'id') ?? one.tagName);
    return isMount && visibleText({ type: 'root', children: one.children }).trim() === '';
  });
}
