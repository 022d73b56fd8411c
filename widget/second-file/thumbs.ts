import { ICONS } from '../dom.ts';
import { chat, say } from './context.ts';
import type { Message, Rating } from '../model.ts';
import { button, icon } from './first-file-parts.ts';

/** Buttons for rating an answer. A second click removes the rating. */
export const addThumbs = (article: Element, message: Message): void => {
  const thumbs: [Rating, HTMLButtonElement][] = [];
  const draw = () => {
    for (const [rating, it] of thumbs) it.ariaPressed = String(message.rating === rating);
  };
  const add = (rating: Rating, title: string) => {
    const rate = async () => {
      const next = message.rating === rating ? null : rating;
      const { status } = await chat.post('feedback', { messageId: message.id, rating: next });
      // Changed in place, to keep the focus.
      if (status === 204) message.rating = next;
      draw();
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
