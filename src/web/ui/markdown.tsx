import type { JSX } from 'preact';
import { markdown, type Make } from '../../../widget/markdown.ts';
import { visible } from './visible.ts';

/** An assistant's answer as visitors saw it: the same small subset of Markdown, never raw HTML. */
export function Markdown({ text }: { text: string }) {
  return <>{markdown(visible(text), element)}</>;
}

const element: Make<JSX.Element> = (tag, children, detail) => {
  if (tag === 'a') {
    return (
      <a {...(detail !== undefined && { href: detail })} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  if (tag === 'ol') return <ol start={Number(detail)}>{children}</ol>;
  const Tag = tag;
  return <Tag>{children}</Tag>;
};
