import { escape } from 'html-escaper';
import type { Message } from '../records/message.ts';
import type { EmailKind } from '../records/sent-email.ts';
import { withoutUnseen } from '../unseen-characters.ts';
import { messageRenderer, type RenderedMessage } from './rendered-message.ts';
import { MAX_MESSAGES } from './session-emails.ts';
import { EMAIL_LANGUAGES, EMAIL_WORDS, type EmailLanguage, type EmailWords } from './words.ts';

/** The maximum length of a subject and of a name, in characters. */
const MAX_LINE = 120;

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
  /** Opens the conversation on its site, or confirms the address; absent if the site is unknown. */
  link?: string | undefined;
  /** `link` can be used once, within 7 days. */
  isOnce: boolean;
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
}

/** A header value without line breaks and invisible characters. */
const lineOf = (words: string): string =>
  Array.from(withoutUnseen(words.replace(/\s+/gu, ' ')).trim())
    .slice(0, MAX_LINE)
    .join('');

export function emailLanguage(tag: string | undefined): EmailLanguage {
  const short = tag?.slice(0, 2).toLowerCase();
  return EMAIL_LANGUAGES.find((language) => language === short) ?? 'en';
}

/**
 * Composes an e-mail to a visitor, without images, remote content and read tracking.
 */
export function composeEmail(parts: EmailParts): ComposedEmail {
  const { kind, link, isOnce, stopLink } = parts;
  const language = emailLanguage(parts.language);
  const words = EMAIL_WORDS[language];
  const business = lineOf(parts.business);
  const messages = parts.messages.filter(({ event }) => event === undefined).slice(-MAX_MESSAGES);
  const agents = new Set(messages.flatMap(({ agent }) => (agent ? [lineOf(agent.name)] : [])));
  const names = agents.size === 0 ? business : [...agents].join(', ');
  // Replacer functions, because a name may contain `$&`.
  const say = (sentence: string) => sentence.replaceAll('{b}', () => business).replaceAll('{n}', () => names);

  const intro = introOf(kind);
  const render = messageRenderer();
  const paragraphs =
    kind === 'confirmation'
      ? []
      : messages.map((message) => shownMessage(message, { ...parts, language, words, render }));
  const action = kind === 'confirmation' ? words.send : words.open;
  const notes = [
    ...(link !== undefined && isOnce ? [words.once] : []),
    say(kind === 'confirmation' ? words.ignore : words.why),
  ];

  const text = [
    ...(intro === undefined ? [] : [say(words[intro])]),
    ...paragraphs.map(({ heading, text: body }) => (heading === '' ? body : `${heading}:\n${body}`)),
    ...(link === undefined ? [] : [`${action}: ${link}`]),
    `-- \n${notes.join('\n')}`,
    ...(stopLink === undefined ? [] : [`${words.stop}: ${stopLink}`]),
  ].join('\n\n');

  const html = htmlOf({
    language,
    title: say(words[kind]),
    blocks: [
      ...(intro === undefined ? [] : [`<p>${escape(say(words[intro]))}</p>`]),
      ...paragraphs.map(htmlMessage),
      ...(link === undefined
        ? []
        : [`<p><a href="${escape(link)}" style="${BUTTON}">${escape(action)}</a></p>`]),
      `<p style="${SMALL}">${notes.map(escape).join('<br>')}</p>`,
      ...(stopLink === undefined
        ? []
        : [
            `<p style="${SMALL}"><a href="${escape(stopLink)}" style="color:#5b6475">${escape(words.stop)}</a></p>`,
          ]),
    ],
  });
  return {
    fromName: business,
    subject: lineOf(say(words[kind])),
    text,
    html,
    headers: headersOf(kind, language, stopLink),
  };
}

function introOf(kind: EmailKind): 'answered' | 'away' | 'asked' | undefined {
  switch (kind) {
    case 'reply':
      return 'answered';
    case 'unseen':
      return 'away';
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
    language: EmailLanguage;
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
function headersOf(kind: EmailKind, language: EmailLanguage, stopLink: string | undefined) {
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
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#2f5bea;color:#ffffff;text-decoration:none';
const QUOTE = 'margin:0 0 16px;padding:12px 16px 4px;border-radius:8px;background:#f1f4f8;color:#131926';

function htmlMessage({ heading, html }: ShownMessage): string {
  const author = heading === '' ? '' : `<p style="margin:0 0 4px"><strong>${escape(heading)}</strong></p>`;
  return `<div style="${QUOTE}" dir="auto">${author}${html}</div>`;
}

function htmlOf({
  language,
  title,
  blocks,
}: {
  language: EmailLanguage;
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
