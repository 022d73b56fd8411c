import { CARD_WORDS, type CardLanguage, type CardSubject, type CardWords } from './notice-card-words.ts';
import type { NoticeFacts } from '../../conversations/records/outbox-entry.ts';
import { withoutUnseen } from '../../lib/unseen-characters.ts';

/** The content of a card. */
export interface NoticeCard {
  subject: CardSubject;
  facts: NoticeFacts;
  messageLeft: boolean;
  /** The visitor's text; only set if the admin has switched it on. */
  firstQuestion?: string | undefined;
  links: DeskLinks;
  language: CardLanguage;
}

/** The targets of a card's buttons. */
export interface DeskLinks {
  /** The agent desk in a browser. */
  browser: string;
  /** The agent desk in Teams; undefined if agents cannot sign in there. */
  teams?: string | undefined;
}

/** The maximum length of the first question, in code points. */
const MAX_QUESTION_LENGTH = 300;
/** The maximum length of other untrusted texts, in code points. */
const MAX_FACT_LENGTH = 120;

type Element = Readonly<Record<string, unknown>>;

/** An Adaptive Card of schema 1.5, the newest that all Teams clients support. */
export interface AdaptiveCard {
  $schema: string;
  type: 'AdaptiveCard';
  version: '1.5';
  lang: CardLanguage;
  fallbackText: string;
  body: readonly Element[];
  actions: readonly Element[];
}

export function noticeCard({
  subject,
  facts,
  messageLeft,
  firstQuestion,
  links,
  language,
}: NoticeCard): AdaptiveCard {
  const words = CARD_WORDS[language];
  const { waitingSince, sourceDomain, widgetName } = facts;
  const spoken = facts.language === undefined ? undefined : languageName(facts.language, language);
  return card(
    language,
    words.titles[subject],
    [
      ...(waitingSince === undefined ? [] : [since(words.waitingSince, waitingSince)]),
      ...fact(words.sourceDomain, sourceDomain),
      ...fact(words.widget, widgetName),
      ...fact(words.language, spoken),
      ...fact(words.messageLeft, messageLeft ? words.yes : words.no),
      ...fact(words.firstQuestion, firstQuestion, MAX_QUESTION_LENGTH),
    ],
    buttons(links, words),
  );
}

/** A test card without a conversation, to check that a workflow posts cards. */
export function testCard(language: CardLanguage, deskUrl: string): AdaptiveCard {
  const { titles, testText, openInBrowser } = CARD_WORDS[language];
  const body = [{ type: 'TextBlock', text: testText, wrap: true }];
  return card(language, titles.test, body, [openUrl(openInBrowser, deskUrl)]);
}

/**
 * `title` and the texts of `TextBlock` elements must be fixed texts, because Teams renders their Markdown.
 */
function card(
  language: CardLanguage,
  title: string,
  facts: readonly Element[],
  actions: readonly Element[],
): AdaptiveCard {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    lang: language,
    fallbackText: title,
    body: [{ type: 'TextBlock', text: title, size: 'Medium', weight: 'Bolder', wrap: true }, ...facts],
    actions,
  };
}

/**
 * A time that the reader's client formats in its time zone, by the functions `DATE` and `TIME` in the text of
 * a TextBlock. They accept RFC 3339 without fractions.
 */
function since(label: string, at: string): Element {
  const seconds = `${new Date(at).toISOString().slice(0, 19)}Z`;
  const text = `${label}: {{DATE(${seconds},SHORT)}} {{TIME(${seconds})}}`;
  return { type: 'TextBlock', text, wrap: true, spacing: 'Small' };
}

/**
 * A line with a label and an untrusted text. The text is in a `TextRun`, the only element without Markdown
 * ("Markdown is not supported", schema 1.2), so it cannot become a link, an image or a heading.
 */
function fact(label: string, outside: string | undefined, limit = MAX_FACT_LENGTH): Element[] {
  const value = plainText(outside ?? '', limit);
  if (value === '') return [];
  const inlines = [
    { type: 'TextRun', text: `${label}: `, isSubtle: true },
    { type: 'TextRun', text: value },
  ];
  return [{ type: 'RichTextBlock', inlines, spacing: 'Small' }];
}

function buttons({ teams, browser }: DeskLinks, words: CardWords): Element[] {
  const inTeams = teams === undefined ? [] : [openUrl(words.openInTeams, teams)];
  return [...inTeams, openUrl(words.openInBrowser, browser)];
}

function openUrl(title: string, url: string): Element {
  return { type: 'Action.OpenUrl', title, url };
}

/**
 * Sanitizes an untrusted text to one line of at most `limit` code points, without invisible characters and
 * without functions such as `{{DATE(…)}}`, which clients evaluate.
 */
export function plainText(outside: string, limit: number): string {
  const line = withoutUnseen(outside.toWellFormed(), ' ').replace(/\s+/gu, ' ').trim();
  const points = Array.from(line.replace(/\{(?=\{)/g, '{ ').replace(/\}(?=\})/g, '} '));
  return points.length <= limit ? points.join('') : `${points.slice(0, limit - 1).join('')}…`;
}

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;

/** The name of a language, for example "Austrian German"; the tag itself if it is not a simple one. */
function languageName(tag: string, language: CardLanguage): string {
  if (!LANGUAGE_TAG.test(tag)) return tag;
  return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
}
