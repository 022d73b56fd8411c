import type { JSX } from 'preact';
import { linkAsText, mayLink } from '../../../widget/document-links.ts';
import { markdown, type Make } from '../../../widget/markdown.ts';
import type { MessageShown } from './timeline.ts';
import { visible } from './visible.ts';

interface MarkdownProps {
  text: string;
  /** Whose text it is. Absent for a document. */
  of?: Pick<MessageShown, 'role' | 'links' | 'sources'>;
}

/** A text as visitors see it: the same small subset of Markdown, never raw HTML, and the same links. */
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
  return <>{markdown(visible(text), element)}</>;
}
