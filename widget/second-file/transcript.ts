import type { Message } from '../model.ts';
import { say } from './context.ts';
import { link, list, loose, nameOf, text } from './shared-parts.ts';

/** The sources of an answer, each with its URL where it has one. */
const sourcesOf = (message: Message): string[] =>
  list(message.sources).map((source) => {
    const { title, url } = loose(source);
    return `${say('Sources')}: ${[text(title), text(url)].filter(Boolean).join(', ')}`;
  });

const entryOf = (message: Message): string => {
  if (message.role === 'system') return message.event ? say('A person was asked to join.') : message.content;
  const date = new Date(text(message.createdAt));
  const time = +date ? date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }) : '';
  const heading = [nameOf(message, say), time].filter(Boolean).join(', ');
  return [heading, message.content, ...sourcesOf(message)].join('\n');
};

const transcriptOf = (title: string, messages: readonly Message[]): string =>
  [title, ...messages.map((message) => entryOf(message))].join('\n\n');

/** Copies a conversation as text; false where the browser or the page forbids it. */
export const copyTranscript = (...conversation: Parameters<typeof transcriptOf>): Promise<boolean> =>
  navigator.clipboard.writeText(transcriptOf(...conversation)).then(
    () => true,
    () => false,
  );

/** Downloads a conversation as a text file. */
export const saveTranscript = (...conversation: Parameters<typeof transcriptOf>): void => {
  const href = URL.createObjectURL(new Blob([transcriptOf(...conversation)]));
  Object.assign(link(href), { download: 'chat.txt' }).click();
  URL.revokeObjectURL(href);
};
