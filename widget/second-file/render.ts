import { markdown, type Make } from '../markdown.ts';
import { h, link } from './first-file-parts.ts';

const mark: Make<HTMLElement> = (tag, children, detail = '') => {
  if (tag === 'a') return link(detail, ...children);
  const element = Object.assign(h(tag, '', ...children), { start: detail });
  if (tag === 'pre') element.tabIndex = 0;
  return element;
};

/** The elements of a text in Markdown. */
export const render = (content: string): HTMLElement[] => markdown(content.slice(0, 1e5), mark);
