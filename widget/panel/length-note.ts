import { write } from '../dom.ts';
import type { Say } from '../languages/say.ts';

/** The number of remaining characters from which on it is shown. */
const SHOWN = 200;

const noteOf = (left: number, say: Say): string => {
  if (left < 0) return say(left < -1 ? '{} characters too many' : '{} character too many', -left);
  return left < SHOWN ? say('Characters left: {}', left) : '';
};

/** Shows how many characters are left or too many; nothing while many are left. */
export const showLength = (input: HTMLElement, count: Element, left: number, say: Say): void => {
  input.ariaDescription = noteOf(left, say);
  write(count, input.ariaDescription);
};
