import { escape, unescape } from 'html-escaper';
import { lexer, type MarkedToken, type Token } from 'marked';
import { linkAsText, mayLink } from '../../../widget/document-links.ts';
import type { Message } from '../../conversations/records/message.ts';

/** A message in both forms of an e-mail. The text has no Markdown, and keeps addresses and numbers. */
export interface RenderedMessage {
  text: string;
  html: string;
}

/**
 * The maximum length and number of marks of a message that is parsed, and the length of all parsed messages
 * of an e-mail: parsing blocks other requests. Messages beyond are shown as they were written.
 */
const MAX_LENGTH = 8_000;
const MAX_MARKS = 600;
const MAX_TOTAL = 80_000;
/** The maximum number of lines, and of lines times columns: the parser adds the missing cells of tables. */
const MAX_LINES = 500;
const MAX_CELLS = 4_000;

/** Only these become links; `tel:` and others stay text. */
const LINK = /^(?:https?:\/\/|mailto:)/i;

type Rendered = Pick<Message, 'role' | 'content' | 'links'>;

/**
 * Renders the messages of an e-mail, one after another. Visitors write plain text; all others write Markdown,
 * of which HTML and images stay text. An assistant's links are limited as in the chat.
 */
export function messageRenderer(): (message: Rendered) => RenderedMessage {
  let total = 0;
  return (message) => {
    const content = message.content.trim();
    if (message.role === 'visitor' || !isParsed(content)) return plain(content);
    total += content.length;
    return total > MAX_TOTAL ? plain(content) : parsed(message, content);
  };
}

function parsed({ role, links = [] }: Rendered, content: string): RenderedMessage {
  const tokens = lexer(content, { gfm: true, breaks: true });
  const allows = (address: string) => LINK.test(address) && mayLink({ role, links }, address);
  return { text: blocksAsText(tokens), html: blocksAsHtml(tokens, allows) };
}

/** More markers of quotes and list items at the start of a line than a readable message has. */
const NESTED = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){12}/m;

/** A longer word than an address. The parser looks for its end from each of its characters. */
const MAX_WORD = 1_500;

const isParsed = (content: string): boolean =>
  content.length <= MAX_LENGTH &&
  (content.match(/[*_~[\]<>`|#\\!&]/g)?.length ?? 0) <= MAX_MARKS &&
  content.split(/\s+/).every((word) => word.length <= MAX_WORD) &&
  !NESTED.test(content) &&
  isOfReadableSize(content.split('\n'));

function isOfReadableSize(written: readonly string[]): boolean {
  const columns = Math.max(...written.map((line) => line.split('|').length));
  return written.length <= MAX_LINES && columns * written.length <= MAX_CELLS;
}

/** Text as it was written. */
const plain = (text: string): RenderedMessage => ({
  text,
  html: `<p style="${PARAGRAPH}">${lines(text)}</p>`,
});

const PARAGRAPH = 'margin:0 0 8px';
const LIST = 'margin:0 0 8px;padding-inline-start:24px';
const lines = (text: string): string => text.split('\n').map(escape).join('<br>');

/** Without extensions the lexer only creates built-in tokens. */
const isMarked = (_token: Token): _token is MarkedToken => true;
const marked = (tokens: readonly Token[] = []): MarkedToken[] => tokens.filter(isMarked);

/** The number of an item in an ordered list. */
const numberOf = (start: number | '', index: number): number => (start === '' ? 1 : start) + index;

function blocksAsText(tokens: readonly Token[]): string {
  return marked(tokens)
    .flatMap((token) => blockAsText(token) ?? [])
    .join('\n\n');
}

function blockAsText(token: MarkedToken): string | undefined {
  switch (token.type) {
    case 'space':
    case 'def':
      return undefined;
    case 'hr':
      return '---';
    case 'code':
      return token.text;
    case 'html':
      return token.text.trim();
    case 'blockquote':
      return indented('> ', blocksAsText(token.tokens), '> ');
    case 'list':
      return token.items
        .map(({ tokens }, index) => {
          const mark = token.ordered ? `${numberOf(token.start, index)}. ` : '- ';
          const separator = token.loose ? '\n\n' : '\n';
          const { box, content } = taskOf(tokens);
          const item = marked(content).flatMap((one) => blockAsText(one) ?? []);
          return indented(mark + box, item.join(separator), ' '.repeat(mark.length));
        })
        .join('\n');
    case 'table':
      return [token.header, ...token.rows]
        .map((row) => row.map(({ tokens }) => inlineAsText(tokens)).join(' | '))
        .join('\n');
    default:
      return inlineAsText([token]);
  }
}

/** The box of a task, which is written before its text, and the other content of a list item. */
function taskOf(tokens: readonly Token[]): { box: string; content: readonly Token[] } {
  const [first, ...others] = tokens;
  return first?.type === 'checkbox' ? { box: first.raw, content: others } : { box: '', content: tokens };
}

const indented = (first: string, text: string, others: string): string =>
  first + text.replaceAll('\n', `\n${others}`);

function inlineAsText(tokens: readonly Token[] = []): string {
  return marked(tokens)
    .map((token): string => {
      switch (token.type) {
        case 'br':
          return '\n';
        case 'link':
          return linkAsText([inlineAsText(token.tokens)], addressOf(token.href)).join('');
        case 'image':
          return linkAsText([token.text], token.href).join('');
        case 'codespan':
        case 'html':
          return token.text;
        case 'checkbox':
          return token.raw;
        default:
          if ('tokens' in token) return inlineAsText(token.tokens);
          return 'text' in token ? unescape(token.text) : '';
      }
    })
    .join('');
}

/** An address as it is read: an autolink of an e-mail address is its own text. */
const addressOf = (href: string): string => href.replace(/^mailto:/i, '');

type Allows = (address: string) => boolean;

function blocksAsHtml(tokens: readonly Token[], allows: Allows): string {
  return marked(tokens)
    .map((token) => blockAsHtml(token, allows))
    .join('');
}

function blockAsHtml(token: MarkedToken, allows: Allows): string {
  const inline = (inner: readonly Token[] | undefined) => inlineAsHtml(inner ?? [], allows);
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'hr':
      return '<hr>';
    case 'code':
      return `<pre style="${PARAGRAPH};white-space:pre-wrap">${escape(token.text)}</pre>`;
    case 'html':
      return `<p style="${PARAGRAPH}">${lines(token.text.trim())}</p>`;
    case 'heading':
      return `<p style="${PARAGRAPH}"><strong>${inline(token.tokens)}</strong></p>`;
    case 'blockquote':
      return `<blockquote style="margin:0 0 8px 16px">${blocksAsHtml(token.tokens, allows)}</blockquote>`;
    case 'list': {
      const items = token.items
        .map(({ tokens }) => taskOf(tokens))
        .map(({ box, content }) => `<li>${escape(box)}${blocksAsHtml(content, allows)}</li>`)
        .join('');
      return token.ordered
        ? `<ol start="${numberOf(token.start, 0)}" style="${LIST}">${items}</ol>`
        : `<ul style="${LIST}">${items}</ul>`;
    }
    case 'table': {
      const rows = [token.header, ...token.rows].map((row) =>
        row.map(({ tokens }) => inline(tokens)).join(' | '),
      );
      return `<p style="${PARAGRAPH}">${rows.join('<br>')}</p>`;
    }
    case 'paragraph':
      return `<p style="${PARAGRAPH}">${inline(token.tokens)}</p>`;
    default:
      return inline([token]);
  }
}

function inlineAsHtml(tokens: readonly Token[], allows: Allows): string {
  return marked(tokens)
    .map((token): string => {
      switch (token.type) {
        case 'br':
          return '<br>';
        case 'strong':
        case 'em':
        case 'del':
          return `<${token.type}>${inlineAsHtml(token.tokens, allows)}</${token.type}>`;
        case 'codespan':
          return `<code>${escape(token.text)}</code>`;
        case 'link': {
          const label = inlineAsHtml(token.tokens, allows);
          const address = unescape(token.href);
          return allows(address)
            ? `<a href="${escape(address)}" rel="noopener noreferrer nofollow">${label}</a>`
            : linkAsText([label], escape(address)).join('');
        }
        case 'image':
          return escape(linkAsText([token.text], token.href).join(''));
        case 'html':
          return escape(token.text);
        case 'checkbox':
          return escape(token.raw);
        default:
          if ('tokens' in token) return inlineAsHtml(token.tokens, allows);
          return 'text' in token ? escape(unescape(token.text)) : '';
      }
    })
    .join('');
}
