import type { PanelContext } from './context.ts';
import { list, type Message } from '../model.ts';
import { button } from '../dom.ts';

/**
 * Turns the list items of an answer that are suggestions into buttons that send them. Those of earlier
 * messages are disabled. Messages can be rendered in any order.
 */
export const suggestions = ({ choose }: PanelContext) => {
  /** The buttons of the newest message. */
  const chips: HTMLButtonElement[] = [];
  /** The highest `seq` so far. */
  let newest = 0;

  return (article: Element, message: Message): void => {
    const choices = list(message.suggestions);
    // A message that is being sent has no `seq` yet.
    const isLater = !message.seq || message.seq >= newest;
    newest = Math.max(newest, message.seq);
    if (isLater) for (const it of chips.splice(0)) it.disabled = true;
    for (const item of article.querySelectorAll('li')) {
      const suggestion = item.textContent;
      if (!choices.includes(suggestion)) continue;
      const chip = button('chip', () => choose(suggestion), ...item.childNodes);
      chip.disabled = !isLater;
      chips.push(chip);
      item.append(chip);
    }
  };
};
