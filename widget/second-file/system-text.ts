import type { Message } from '../model.ts';
import { locale, panel, say } from './context.ts';
import { text } from './first-file-parts.ts';

/** The text of a system message in the visitor's language. */
export const systemText = ({ event, content, closedAt }: Message): string => {
  if (event === 'continued') {
    // After a reload the thread is rendered before this file knows the regional variant.
    const language = locale || panel.lang;
    const date = new Date(text(closedAt)).toLocaleDateString(language, { dateStyle: 'long' });
    return say('Conversation closed on {}', date);
  }
  return event ? say('A person was asked to join.') : content;
};
