import { initials } from '../initials.ts';
import { agentName, type Message } from '../model.ts';
import { h } from '../dom.ts';

/** The hue of an agent's color, in degrees. Equal for equal names. */
export const hueOf = (name: string): number =>
  [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0);

/** Adds an agent's initials to a message. They are decorative, because the name is above. */
export const addAvatar = (article: Element, message: Message): void => {
  const name = agentName(message);
  const avatar = h('div', 'avatar', initials(name));
  avatar.ariaHidden = 'true';
  // White text is readable on all of these colors.
  avatar.style.background = `oklch(.5 .1 ${hueOf(name)})`;
  article.prepend(avatar);
};
