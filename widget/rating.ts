import type { Message, Rating } from './model.ts';

/**
 * Rates an answer, or takes the rating back. `thumb` is the button that was pressed; it and the one beside it
 * change in place, to keep the focus.
 */
export const rateAnswer = (
  thumb: Element,
  message: Message,
  rating: Rating,
  send: (messageId: string, rating: Rating | null, done: () => void) => void,
): void => {
  const next = message.rating === rating ? null : rating;
  send(message.id, next, () => {
    message.rating = next;
    for (const it of thumb.parentElement?.querySelectorAll('button') ?? []) {
      it.ariaPressed = String(it === thumb && !!next);
    }
  });
};
