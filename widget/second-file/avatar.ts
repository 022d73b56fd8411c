import { h } from '../dom.ts';
import { initials } from '../initials.ts';
import { agentName, type Message } from '../model.ts';

/** The hue of an agent's color in degrees: the same for the same name, on each page and each device. */
export const hueOf = (name: string): number =>
  [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0);

/** Puts an agent's initials beside their message. The name is above it, so they are decoration. */
export const addAvatar = (article: Element, message: Message): void => {
  const name = agentName(message);
  const avatar = h('div', 'avatar', initials(name));
  avatar.ariaHidden = 'true';
  avatar.style.setProperty('--hue', `${hueOf(name)}`);
  article.prepend(avatar);
};
