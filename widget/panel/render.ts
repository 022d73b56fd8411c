import { linkAsText, mayLink } from '../document-links.ts';
import { markdown, type Make } from '../markdown.ts';
import { list, text, type Message } from '../model.ts';
import { h, link } from '../dom.ts';
import type { Say } from '../languages/say.ts';
import { systemText } from './system-text.ts';

/** Renders Markdown as elements, with the links that a message may have. */
export const render = (content: string, say: Say, locale: string, message?: Message): HTMLElement[] => {
  if (message?.role === 'system') return [h('span', text(message.event), systemText(message, say, locale))];
  const linked = message && { role: message.role, links: list(message.links) };
  const mark: Make<HTMLElement> = (tag, children, detail = '') => {
    if (tag === 'a' && (!linked || mayLink(linked, detail))) return link(detail, ...children);
    // The allowed links of an answer are known when it is complete.
    if (tag === 'a') return h('span', '', ...(message?.seq ? linkAsText(children, detail) : children));
    const element = Object.assign(h(tag, '', ...children), { start: detail });
    if (tag === 'pre') element.tabIndex = 0;
    return element;
  };
  return markdown(content.slice(0, 100_000), mark);
};
