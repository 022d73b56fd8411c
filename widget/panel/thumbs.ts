import { button, icon, ICONS } from '../dom.ts';
import type { Message, Rating } from '../model.ts';
import type { PanelContext } from './context.ts';
import type { ConversationsPart } from './loaded-part.ts';

/** Buttons for rating an answer. A second click removes the rating; "Not helpful" asks for the reason. */
export const addThumbs = (
  { chat, say, show }: PanelContext,
  article: Element,
  message: Message,
  conversations: ConversationsPart,
): void => {
  const thumbs: [Rating, HTMLButtonElement][] = [];
  const draw = () => {
    for (const [rating, it] of thumbs) it.ariaPressed = String(message.rating === rating);
  };
  const add = (rating: Rating, title: string) => {
    const rate = async () => {
      show(thumb, true);
      const next = message.rating === rating ? null : rating;
      const { status } = await chat.post('feedback', { messageId: message.id, rating: next });
      // Changed in place, to keep the focus.
      if (status === 204) message.rating = next;
      draw();
      article.querySelector('.why')?.remove();
      if (message.rating === 'down') void conversations.use((it) => it.askReason(article, message, thumb));
    };
    const thumb = button('', () => void rate(), icon(ICONS.thumb));
    thumb.title = title;
    thumbs.push([rating, thumb]);
  };
  add('up', say('Helpful'));
  add('down', say('Not helpful'));
  draw();
  article.querySelector('.meta')?.prepend(...thumbs.map(([, it]) => it));
};
