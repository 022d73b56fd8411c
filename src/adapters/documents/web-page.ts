import type { Root } from 'hast';
import type { PageToRead, ParsedPage } from '../../ports.ts';
import { htmlMarkdown, pageContent, parsePage } from './html.ts';
import { LIMITS, UnreadableFile } from './limits.ts';
import { leftOutNotes } from './notes.ts';
import { footerContact } from './page-contact.ts';
import { attribute } from './html-elements.ts';
import { elementsBelow, element, visibleText, countWords } from './page-elements.ts';
import { factsOf } from './page-facts.ts';
import { giveHeadingIds } from './page-heading-ids.ts';
import { jsonLdContent } from './page-json-ld.ts';
import { pageLabels } from './page-labels.ts';
import { shownText } from './page-shown.ts';

/** A page with scripts and fewer words than this is rendered by scripts. */
const MIN_RENDERED_WORDS = 25;
/** A page with more words than this is not only a sign-in page. */
const MAX_SIGN_IN_WORDS = 120;
/** Ids of the elements into which frameworks render a page. */
const MOUNT_ID = /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|react-root|app-root)$/i;

/** Reads a page of a website: its text as Markdown, and its metadata. */
export function readWebPage(
  bytes: Uint8Array,
  { url, charset, styleSheets = [] }: Omit<PageToRead, 'bytes'>,
): ParsedPage {
  const page = parsePage(bytes, charset);
  giveHeadingIds(page);
  const facts = factsOf(page, url);
  const { markdown: text, leftOut } = pageContent(page, {
    address: url,
    isWebsite: true,
    headingIds: true,
    styleSheets,
  });
  const contact = contactOf(page, facts.language);
  const shown = shownText(`${text}\n${htmlMarkdown(contact)}`);
  const stated = [...contact, ...jsonLdContent(page, facts.language, shown)];
  const statedText = htmlMarkdown(stated).trim();
  const markdown = [text.trim(), statedText].filter((part) => part !== '').join('\n\n');
  if (markdown.length > LIMITS.characters) throw new UnreadableFile('file-text-too-long');
  const outcome = outcomeOf(page, text, statedText);
  return { ...facts, outcome, markdown, words: countWords(markdown), leftOut: leftOutNotes(leftOut) };
}

/** The contact details of the footer, under an added heading. */
function contactOf(page: Root, language: string | undefined) {
  const contact = footerContact(page);
  return contact.length === 0 ? [] : [element('h2', pageLabels(language).contact), ...contact];
}

function outcomeOf(page: Root, text: string, statedText: string): ParsedPage['outcome'] {
  const words = countWords(text);
  const elements = [...elementsBelow(page)];
  const asksForPassword = elements.some(
    ({ tagName, properties }) => tagName === 'input' && /^password$/i.test(String(properties['type'])),
  );
  if (asksForPassword && words < MAX_SIGN_IN_WORDS) return 'sign-in';
  if (words < MIN_RENDERED_WORDS && isRenderedByScript(page)) return 'needs-script';
  return /[\p{L}\p{N}]/u.test(text + statedText) ? 'text' : 'empty';
}

/** Whether scripts render the page: it has a mount element, or asks for JavaScript. */
function isRenderedByScript(page: Root): boolean {
  const elements = [...elementsBelow(page)];
  const scripts = elements.filter(
    (one) =>
      one.tagName === 'script' &&
      /^(?:module|(?:text|application)\/javascript|)$/i.test(attribute(one, 'type') ?? ''),
  );
  if (scripts.length === 0) return false;
  return elements.some((one) => {
    if (one.tagName === 'noscript') return /javascript/i.test(JSON.stringify(one.children));
    const isMount = MOUNT_ID.test(attribute(one, 'id') ?? one.tagName);
    return isMount && visibleText({ type: 'root', children: one.children }).trim() === '';
  });
}
