import { text, type Message } from '../model.ts';
import type { Say } from '../languages/say.ts';

/** The text of a system message in the visitor's language. */
export const systemText = ({ event, content, closedAt }: Message, say: Say, locale: string): string => {
  if (event === 'continued') {
    const date = new Date(text(closedAt)).toLocaleDateString(locale, { dateStyle: 'long' });
    return say('Conversation closed on {}', date);
  }
  return event ? say('A person was asked to join.') : content;
};
