import type { JSX } from 'preact';
import { linkAsText, mayLink } from '../../../widget/document-links.ts';
import { markdown, type Make } from '../../../widget/markdown.ts';
import type { MessageShown } from './timeline.ts';
import { showControlCharacters } from './visible.ts';

interface MarkdownProps {
  text: string;
  /** The message that the text belongs to. Missing for a document. */
  of?: Pick<MessageShown, 'role' | 'links'>;
}

/** Renders text as visitors see it: a small subset of Markdown without HTML, with the same links. */
export function Markdown({ text, of: message }: MarkdownProps) {
  const element: Make<JSX.Element> = (tag, children, detail = '') => {
    if (tag === 'a' && message && !mayLink(message, detail)) return <>{linkAsText(children, detail)}</>;
    if (tag === 'a') {
      return (
        <a href={detail} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      );
    }
    if (tag === 'ol') return <ol start={Number(detail)}>{children}</ol>;
    const Tag = tag;
    return <Tag>{children}</Tag>;
  };
  return <>{markdown(showControlCharacters(text), element)}</>;
}
