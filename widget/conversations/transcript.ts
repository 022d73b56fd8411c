import { list, loose, text, type Message } from '../model.ts';
import type { PanelContext } from '../panel/context.ts';
import { link } from '../dom.ts';
import { nameOf } from '../panel/thread-view.ts';
import { systemText } from '../panel/system-text.ts';

/** The parts of the panel that a transcript is made of. */
type Transcribed = Pick<PanelContext, 'say' | 'state' | 'locale'> & {
  config: Pick<PanelContext['config'], 'title'>;
};

/** The sources of an answer, with their URLs. */
const sourcesOf = (message: Message, { say }: Transcribed): string[] =>
  list(message.sources).map((source) => {
    const { title, url } = loose(source);
    return `${say('Sources')}: ${[text(title), text(url)].filter(Boolean).join(', ')}`;
  });

/** A date and time in the widget's language; empty if invalid. */
export const momentOf = (value: unknown, locale: string): string => {
  const date = new Date(text(value));
  return +date ? date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }) : '';
};

const entryOf = (message: Message, context: Transcribed): string => {
  const { say, locale } = context;
  if (message.role === 'system') return systemText(message, say, locale);
  const heading = [nameOf(message, say), momentOf(message.createdAt, locale)].filter(Boolean).join(', ');
  return [heading, message.content, ...sourcesOf(message, context)].join('\n');
};

const transcript = (context: Transcribed): string => {
  const entries = context.state.messages.map((message) => entryOf(message, context));
  return [context.config.title, ...entries].join('\n\n');
};

/** Copies the conversation as text. Resolves to false if the browser or the page forbids it. */
export const copyTranscript = (context: Transcribed): Promise<boolean> =>
  navigator.clipboard.writeText(transcript(context)).then(
    () => true,
    () => false,
  );

/** How long a browser may take to start a download, in milliseconds. */
const REVOKE_MS = 60_000;

/** Downloads the conversation as a text file. */
export const saveTranscript = (context: Transcribed): void => {
  const href = URL.createObjectURL(new Blob([transcript(context)]));
  Object.assign(link(href), { download: 'chat.txt' }).click();
  // Some browsers read the blob after the click.
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS);
};
