import { list, loose, text, type Message } from '../model.ts';
import type { PanelContext } from './context.ts';
import { button, h, write } from '../dom.ts';
import type { ConversationsPart } from './loaded-part.ts';

/** A citation: `[1]`, `[1-3]`, `[1; 2]`, `【1】`, `【1†source】`. */
const MARKERS = /[[【]([\d\s,;–-]*\d)(?:†[^\]】]*)?[\]】]/g;

/** The numbers in a citation, in order; empty if it is not one of sources. */
export const numbersIn = (marker: string, count: number): number[] => {
  const numbers = marker.split(/[,;]/).flatMap((part) => {
    const [, from = '', to = from] = /^\s*(\d{1,2})(?:\s*[–-]\s*(\d{1,2}))?\s*$/.exec(part) ?? [];
    const length = from ? Number(to) - Number(from) + 1 : 0;
    // 0 is never a source, so the marker is ignored.
    return length > 0 ? Array.from({ length }, (_, index) => Number(from) + index) : [0];
  });
  return numbers.every((number) => number > 0 && number <= count) ? numbers : [];
};

/** Replaces citations of existing sources with buttons of about the same width. */
const addMarkers = (bubble: Element, count: number, create: (number: number) => HTMLElement): void => {
  const walker = document.createTreeWalker(bubble, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('code, pre, a, button')) continue;
    for (const { 0: marker, 1: digits = '', index } of node.data.matchAll(MARKERS)) {
      const numbers = numbersIn(digits, count);
      if (!numbers[0]) continue;
      // The text after the marker is the next node of the walk.
      const found = node.splitText(index);
      found.splitText(marker.length);
      found.replaceWith(...numbers.map(create));
      break;
    }
  }
};

/** Lists the sources of an answer below it. Citations and list items open their source. */
export const addSources = (
  { say }: PanelContext,
  article: Element,
  message: Message,
  conversations: ConversationsPart,
): void => {
  const row = article.querySelector('.sources');
  const bubble = article.querySelector('.bubble');
  if (!row || !bubble) return;
  const titles = list(message.sources).map((source) => text(loose(source).title));
  const failure = h('span', 'small bad');
  const open = async (number: number, from: HTMLElement) => {
    const isOpen = await conversations.use((it) => it.openSource(message, number, from));
    write(failure, !isOpen && say('This could not be loaded. Try again.'));
  };
  const opener = (className: string, number: number, ...label: (string | Node)[]) => {
    const it = button(className, () => void open(number, it), ...label);
    return it;
  };
  failure.role = 'alert';
  row.role = 'group';
  row.ariaLabel = say('Sources');
  row.replaceChildren(
    ...titles.map((title, index) => {
      const label = h('span', '', title);
      // Truncated at the end of its writing direction.
      label.dir = 'auto';
      return opener('', index + 1, h('span', 'number', `${index + 1}`), label);
    }),
  );
  row.after(failure);
  addMarkers(bubble, titles.length, (number) => {
    const it = opener('number cite', number, `${number}`);
    it.title = titles[number - 1] ?? '';
    return it;
  });
};
