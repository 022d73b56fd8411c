import type { Say } from '../i18n.ts';
import { write } from './first-file-parts.ts';

/** The number of remaining characters from which on it is shown. */
const SHOWN = 200;

const noteOf = (left: number, say: Say): string => {
  if (left < 0) return say(left < -1 ? '{} characters too many' : '{} character too many', -left);
  return left < SHOWN ? say('Characters left: {}', left) : '';
};

/** Shows how many characters are left or too many; nothing while many are left. */
export const noteLength = (input: HTMLElement, note: Element, left: number, say: Say): void => {
  input.ariaDescription = noteOf(left, say);
  write(note, input.ariaDescription);
};
