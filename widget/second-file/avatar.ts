import { initials } from '../initials.ts';
import type { Message } from '../model.ts';
import { agentName, h } from './first-file-parts.ts';

/** The hue of an agent's color in degrees: the same for the same name, on each page and each device. */
export const hueOf = (name: string): number =>
  [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0);

/** Puts an agent's initials next to their message. The name is above it, so they are decoration. */
export const addAvatar = (article: Element, message: Message): void => {
  const name = agentName(message);
  const avatar = h('div', 'avatar', initials(name));
  avatar.ariaHidden = 'true';
  // White can be read on each of the colors.
  avatar.style.background = `oklch(.5 .1 ${hueOf(name)})`;
  article.prepend(avatar);
};
