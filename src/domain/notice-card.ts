import { CARD_WORDS, type CardLanguage, type CardWords } from './notice-card-words.ts';
import type { NoticeFacts } from './records/outbox-entry.ts';
import { withoutUnseen } from './unseen-characters.ts';

export type CardSubject = 'handoff' | 'reminder' | 'escalation' | 'message-left';

/** The subject of an entry in an activity feed. */
export type FeedSubject = CardSubject | 'mention';

/** Everything that a card says of a conversation. */
export interface NoticeCard {
  subject: CardSubject;
  facts: NoticeFacts;
  messageLeft: boolean;
  /** Only where the admin has switched it on: text of the visitor. */
  firstQuestion?: string | undefined;
  links: DeskLinks;
  language: CardLanguage;
}

/** The targets of a card's buttons. */
export interface DeskLinks {
  /** The agent desk in a browser. */
  browser: string;
  /** The agent desk in Teams; undefined where agents cannot sign in there. */
  teams?: string | undefined;
}

/** The length of the first question on a card, in code points. */
const MAX_QUESTION_LENGTH = 300;
/** The length of any other text from outside, in code points. */
const MAX_FACT_LENGTH = 120;

type Element = Readonly<Record<string, unknown>>;

/** An Adaptive Card, schema 1.5: the newest that Teams shows everywhere. */
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

/** A card without a conversation, with which an admin checks that a workflow posts cards. */
export function testCard(language: CardLanguage, deskUrl: string): AdaptiveCard {
  const { titles, testText, openInBrowser } = CARD_WORDS[language];
  const body = [{ type: 'TextBlock', text: testText, wrap: true }];
  return card(language, titles.test, body, [openUrl(openInBrowser, deskUrl)]);
}

/** `title` and the texts of `TextBlock` elements are the service's own words: Markdown is read in them. */
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
 * A time as each reader's own client writes it, in their time zone: the service does not know that zone. The
 * functions `DATE` and `TIME` are part of the text of a TextBlock, and take RFC 3339 without fractions.
 */
function since(label: string, at: string): Element {
  const seconds = `${new Date(at).toISOString().slice(0, 19)}Z`;
  const text = `${label}: {{DATE(${seconds},SHORT)}} {{TIME(${seconds})}}`;
  return { type: 'TextBlock', text, wrap: true, spacing: 'Small' };
}

/**
 * A line with a label and a text from outside. A `TextRun` is the one element whose text is not Markdown
 * ("Markdown is not supported", schema 1.2), so that no text becomes a link, an image or a heading.
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
 * Text from outside on one line: no unseen characters, no functions such as `{{DATE(…)}}` that a client would
 * carry out, and at most `limit` code points.
 */
export function plainText(outside: string, limit: number): string {
  const line = withoutUnseen(outside.toWellFormed(), ' ').replace(/\s+/gu, ' ').trim();
  const points = Array.from(line.replace(/\{(?=\{)/g, '{ ').replace(/\}(?=\})/g, '} '));
  return points.length <= limit ? points.join('') : `${points.slice(0, limit - 1).join('')}…`;
}

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;

/** A language by its name, for example "Austrian German"; the tag itself where it is no plain one. */
function languageName(tag: string, language: CardLanguage): string {
  if (!LANGUAGE_TAG.test(tag)) return tag;
  return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
}
