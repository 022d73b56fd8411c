import { escape } from 'html-escaper';
import type { Message } from '../../conversations/records/message.ts';
import type { EmailKind } from '../../conversations/records/sent-email.ts';
import { withoutUnseen } from '../../lib/unseen-characters.ts';
import { contrast } from '../../lib/oklch.ts';
import { DEFAULT_ACCENT } from '../../widgets/rules/theme.ts';
import { messageRenderer, type RenderedMessage } from './rendered-message.ts';
import { MAX_MESSAGES } from '../../conversations/rules/session-emails.ts';
import { languageOf, WORDS, type Language } from '../../languages/languages.ts';
import type { EmailWords } from '../../languages/words.ts';

/** The maximum length of a subject and of a name, in characters. */
const MAX_LINE = 120;

/** The maximum length of the visitor's words that are quoted below an answer, in characters. */
const MAX_QUOTE = 1_000;
/** The height of the logo, in pixels. */
const LOGO_HEIGHT = 40;
/** The text colors on the accent: the one with more contrast is used. */
const ON_ACCENT = ['#ffffff', '#131926'] as const;

/** A picture that is part of an e-mail; `type`: an image type. */
export interface EmailLogo {
  type: string;
  base64: string;
}

/** The look of the widget in which the conversation is held. */
export interface EmailLook {
  /** The accent color; default: that of the widget. */
  color?: string | undefined;
  /** The logo as a data URL of base64. */
  logo?: string | undefined;
}

/** The parts of an e-mail. */
export interface EmailParts {
  kind: EmailKind;
  /** The visitor's language (BCP 47); default, also for an unsupported one: English. */
  language?: string | undefined;
  /** The name of the business. */
  business: string;
  messages: readonly Pick<
    Message,
    'role' | 'content' | 'links' | 'sources' | 'agent' | 'attachments' | 'createdAt' | 'event'
  >[];
  /** The IANA time zone of the business, for the times in a transcript; default: UTC. */
  timeZone?: string | undefined;
  /** The visitor's words that the messages answer. */
  question?: string | undefined;
  look?: EmailLook | undefined;
  /** Opens the conversation on its site, or confirms the address; absent if the site is unknown. */
  link?: string | undefined;
  /** `link` leads to the site only, where the visitor signs in. */
  asksSignIn?: boolean | undefined;
  /** The address is the verified one of a signed-in visitor, who has not given it in the chat. */
  isToSignedIn?: boolean | undefined;
  /** The unsubscribe link for e-mails about new messages. */
  stopLink?: string | undefined;
}

/** An e-mail as plain text and HTML, with its subject and headers. */
interface ComposedEmail {
  fromName: string;
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
  /** The picture of `cid:logo`. */
  logo?: EmailLogo;
}

/** A header value without line breaks and invisible characters. */
const lineOf = (words: string): string =>
  Array.from(withoutUnseen(words.replace(/\s+/gu, ' ')).trim())
    .slice(0, MAX_LINE)
    .join('');

export function emailLanguage(tag: string | undefined): Language {
  return languageOf(tag) ?? 'en';
}

/**
 * Composes an e-mail to a visitor, without remote content and read tracking: the logo is part of the e-mail.
 */
export function composeEmail(parts: EmailParts): ComposedEmail {
  const { kind, link, stopLink, look = {} } = parts;
  const language = emailLanguage(parts.language);
  const words = WORDS[language].email;
  const business = lineOf(parts.business);
  const messages = parts.messages.filter(({ event }) => event === undefined).slice(-MAX_MESSAGES);
  const agents = new Set(messages.flatMap(({ agent }) => (agent ? [lineOf(agent.name)] : [])));
  const names = agents.size === 0 ? business : [...agents].join(', ');
  // Replacer functions, because a name may contain `$&`.
  const say = (sentence: string) => sentence.replaceAll('{b}', () => business).replaceAll('{n}', () => names);

  const render = messageRenderer();
  const isRequest = kind === 'confirmation';
  const shown = isRequest
    ? []
    : messages.map((message) => shownMessage(message, { ...parts, language, words, render }));
  const intro = introOf(kind);
  const logo = logoOf(look.logo);

  const blocks = [
    logo && logoBlock(business),
    intro && introBlock(say(words[intro])),
    ...shown.map(messageBlock),
    questionBlock(words.wrote, parts.question),
    link && buttonBlock(isRequest ? words.send : words.open, link, look.color),
    notesBlock(notesOf(parts, words).map(say)),
    stopLink && stopBlock(words.stop, stopLink),
  ].filter((block) => typeof block === 'object');
  return {
    fromName: business,
    subject: lineOf(say(words[kind])),
    text: blocks.flatMap(({ text }) => text ?? []).join('\n\n'),
    html: htmlOf({ language, title: say(words[kind]), blocks: blocks.map(({ html }) => html) }),
    headers: headersOf(kind, language, stopLink),
    ...(logo && { logo }),
  };
}

/** The notes at the end: about the link, and why the e-mail went to this address. */
function notesOf({ kind, link, asksSignIn, isToSignedIn }: EmailParts, words: EmailWords): string[] {
  const ofLink = asksSignIn ? words.signIn : words.week;
  const why = isToSignedIn ? words.whySignedIn : words.why;
  return [...(link ? [ofLink] : []), kind === 'confirmation' ? words.ignore : why];
}

/** The parts of a data URL. */
function logoOf(url: string | undefined): EmailLogo | undefined {
  const [, type, base64] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(url ?? '') ?? [];
  return type === undefined || base64 === undefined ? undefined : { type, base64 };
}

function introOf(kind: EmailKind): 'answered' | 'away' | 'arrived' | 'asked' | undefined {
  switch (kind) {
    case 'reply':
      return 'answered';
    case 'unseen':
      return 'away';
    case 'received':
      return 'arrived';
    case 'confirmation':
      return 'asked';
    case 'transcript':
      return undefined;
  }
}

interface ShownMessage extends RenderedMessage {
  heading: string;
}

/** A message in both forms; in a transcript with its author and its time. */
function shownMessage(
  message: EmailParts['messages'][number],
  {
    kind,
    business,
    language,
    timeZone = 'UTC',
    words,
    render,
  }: EmailParts & {
    language: Language;
    words: EmailWords;
    render: ReturnType<typeof messageRenderer>;
  },
): ShownMessage {
  const { role, content, agent, attachments = [], createdAt } = message;
  const names = attachments.map(({ name }) => name).join(', ');
  // Without a text, `content` is the names of the files.
  const written = content.trim() === names ? undefined : render(message);
  const list = attachments.length === 0 ? undefined : `${words.files}: ${names}`;
  const body = {
    text: [written?.text, list].filter((part) => part !== undefined).join('\n'),
    html: `${written?.html ?? ''}${list === undefined ? '' : `<p style="margin:0 0 8px">${escape(list)}</p>`}`,
  };
  if (kind !== 'transcript') return { heading: '', ...body };
  const author = role === 'visitor' ? words.you : lineOf(agent?.name ?? business);
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return { heading: `${author} (${time.format(new Date(createdAt))}, ${timeZone})`, ...body };
}

/**
 * RFC 3834 §5: marks an e-mail of the system as automatic, so that programs do not answer. A person has
 * written an answer, and ticket systems would put it aside with the mark. RFC 8058: one-click unsubscribe for
 * e-mails that the visitor did not request.
 */
function headersOf(kind: EmailKind, language: Language, stopLink: string | undefined) {
  return {
    ...(kind !== 'reply' && { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
    'Content-Language': language,
    ...(stopLink !== undefined && {
      'List-Unsubscribe': `<${stopLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

const SMALL = 'margin:0 0 8px;font-size:13px;color:#5b6475';

function buttonStyle(color = DEFAULT_ACCENT): string {
  const [light, dark] = ON_ACCENT;
  const text = contrast(color, light) >= contrast(color, dark) ? light : dark;
  return `display:inline-block;padding:10px 18px;border-radius:8px;background:${color};color:${text};text-decoration:none`;
}

const ASKED = 'margin:0 0 16px;padding-inline-start:12px;border-inline-start:3px solid #d7dce5;color:#5b6475';
const QUOTE = 'margin:0 0 16px;padding:12px 16px 4px;border-radius:8px;background:#f1f4f8;color:#131926';

/** A part of an e-mail in both forms; without `text` only the HTML has it. */
interface Block {
  text?: string;
  html: string;
}

const logoBlock = (business: string): Block => ({
  html: `<p><img src="cid:logo" alt="${escape(business)}" height="${LOGO_HEIGHT}"></p>`,
});

const introBlock = (sentence: string): Block => ({ text: sentence, html: `<p>${escape(sentence)}</p>` });

function messageBlock({ heading, text, html }: ShownMessage): Block {
  const author = heading === '' ? '' : `<p style="margin:0 0 4px"><strong>${escape(heading)}</strong></p>`;
  return {
    text: heading === '' ? text : `${heading}:\n${text}`,
    html: `<div style="${QUOTE}" dir="auto">${author}${html}</div>`,
  };
}

/** The visitor's words, cut at a length that a reader of the answer needs. */
function questionBlock(heading: string, question = ''): Block | undefined {
  const words = question.trim();
  if (withoutUnseen(words) === '') return undefined;
  const characters = Array.from(words);
  const cut = characters.length > MAX_QUOTE ? `${characters.slice(0, MAX_QUOTE).join('')}…` : words;
  const lines = cut.split('\n').map(escape).join('<br>');
  return {
    text: `${heading}\n> ${cut.replaceAll('\n', '\n> ')}`,
    html: `<div style="${SMALL}">${escape(heading)}</div>
<blockquote style="${ASKED}" dir="auto">${lines}</blockquote>`,
  };
}

function buttonBlock(action: string, link: string, color: string | undefined): Block {
  return {
    text: `${action}: ${link}`,
    html: `<p><a href="${escape(link)}" style="${buttonStyle(color)}">${escape(action)}</a></p>`,
  };
}

const notesBlock = (notes: readonly string[]): Block => ({
  text: `-- \n${notes.join('\n')}`,
  html: `<p style="${SMALL}">${notes.map(escape).join('<br>')}</p>`,
});

const stopBlock = (words: string, link: string): Block => ({
  text: `${words}: ${link}`,
  html: `<p style="${SMALL}"><a href="${escape(link)}" style="color:#5b6475">${escape(words)}</a></p>`,
});

function htmlOf({
  language,
  title,
  blocks,
}: {
  language: Language;
  title: string;
  blocks: readonly string[];
}): string {
  const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#131926;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${blocks.join('\n')}
</div></body></html>
`;
}
