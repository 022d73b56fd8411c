import type { Conversation } from '../conversation.ts';
import { button } from '../dom.ts';
import { list, type Message } from '../model.ts';

/**
 * Turns the list items of an answer that are its suggestions into buttons that send them; those of an earlier
 * message are disabled. For each message, in order.
 */
export const suggestions = (panel: HTMLElement, thread: HTMLElement, chat: Conversation) => {
  /** The buttons of the newest message: none has been drawn after it. */
  const chips: HTMLButtonElement[] = [];

  const choose = (suggestion: string) => {
    if (panel.querySelector('.composer')?.matches('[hidden]')) return;
    chat.send(suggestion);
    thread.scrollTop = thread.scrollHeight;
    // Its button is disabled then.
    thread.focus();
  };

  return (article: Element, message: Message): void => {
    const choices = list(message.suggestions);
    for (const it of chips.splice(0)) it.disabled = true;
    for (const item of article.querySelectorAll('li')) {
      const suggestion = item.textContent;
      if (!choices.includes(suggestion)) continue;
      const chip = button('chip', () => choose(suggestion), ...item.childNodes);
      chips.push(chip);
      item.append(chip);
    }
  };
};
