import type { Message } from '../model.ts';
import { config, locale, say, state } from './context.ts';
import { link, list, loose, nameOf, text } from './first-file-parts.ts';
import { systemText } from './system-text.ts';

/** The sources of an answer, with their URLs. */
const sourcesOf = (message: Message): string[] =>
  list(message.sources).map((source) => {
    const { title, url } = loose(source);
    return `${say('Sources')}: ${[text(title), text(url)].filter(Boolean).join(', ')}`;
  });

/** A date and time in the widget's language; empty if invalid. */
export const momentOf = (value: unknown): string => {
  const date = new Date(text(value));
  return +date ? date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }) : '';
};

const entryOf = (message: Message): string => {
  if (message.role === 'system') return systemText(message);
  const heading = [nameOf(message, say), momentOf(message.createdAt)].filter(Boolean).join(', ');
  return [heading, message.content, ...sourcesOf(message)].join('\n');
};

const transcript = (): string =>
  [config.title, ...state.messages.map((message) => entryOf(message))].join('\n\n');

/** Copies the conversation as text. Resolves to false if the browser or the page forbids it. */
export const copyTranscript = (): Promise<boolean> =>
  navigator.clipboard.writeText(transcript()).then(
    () => true,
    () => false,
  );

/** How long a browser may take to start a download, in milliseconds. */
const REVOKE_MS = 6e4;

/** Downloads the conversation as a text file. */
export const saveTranscript = (): void => {
  const href = URL.createObjectURL(new Blob([transcript()]));
  Object.assign(link(href), { download: 'chat.txt' }).click();
  // Some browsers read the blob after the click.
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS);
};
