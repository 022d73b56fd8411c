import { safeLink } from './safe-link.ts';

type Tag = 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'del' | 'code' | 'pre' | 'a';

/** Creates an element. `detail` is the URL of a link, or the first number of a list. */
export type Make<Node> = (tag: Tag, children: (Node | string)[], detail?: string) => Node;

/** The initial block. */
const paragraph = (): Tag => 'p';

const ESCAPED = /\\([!-/:-@[-`{-~\n])/;
/** The named entities that imported documents use; others are numeric. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[\da-f]{1,5});/i;
const CODE = /`([^`\n]+)`/;
const STRONG = /\*\*(?=\S)(.+?)\*\*/;
const EMPHASIS =
  /\*(?=\S)((?:\\.|[^*\n\\])+)\*|(?<![\p{L}\p{N}_])_(?=\S)((?:\\.|[^_\n\\])+)_(?![\p{L}\p{N}_])/u;
const DELETED = /~~(?=\S)((?:\\.|[^~\n\\])+)~~/;
/** A label, and an address with balanced or escaped brackets, or in angle brackets. Titles are dropped. */
const LINK =
  /!?\[((?:\\.|[^[\]\n\\])+)\]\((?:<([^<>\n]+)>|((?:\\.|\((?:\\.|[^\s()\\])*\)|[^\s()\\])+))(?: +(?:"(?:\\.|[^"\n\\])*"|'(?:\\.|[^'\n\\])*'))?\)/;
const AUTOLINK = /<((?:https?:\/\/|mailto:|tel:)[^\s<>]+)>/;
/** Ends before punctuation at the end of a sentence, and includes a closing bracket only if it was opened. */
const BARE =
  /\b(https?:\/\/(?:\([^\s<>()]*\)|[^\s<>()])*(?:\([^\s<>()]*\)|[^\s<>()[\].,:;!?'"*_~。，、；：！？）】」]))/;

/** Inline marks. No part can match across the start of another, so matching takes linear time. */
const INLINE = new RegExp(
  [ESCAPED, ENTITY, CODE, STRONG, EMPHASIS, DELETED, LINK, AUTOLINK, BARE]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

const character = (entity: string): string => {
  const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return NAMED[entity.toLowerCase()] ?? String.fromCodePoint(code);
};

/** Removes escapes and decodes entities. */
const unescape = (text: string): string =>
  text.replace(
    new RegExp(`${ESCAPED.source}|${ENTITY.source}`, 'gi'),
    (_whole, escaped?: string, entity?: string) => escaped ?? character(entity ?? ''),
  );

/**
 * Parses the Markdown subset of answers: paragraphs, lists, bold, italic, strikethrough, code and links.
 * Headings become bold lines, quotes become paragraphs, and rules end a paragraph. All else, including HTML,
 * stays text. Unclosed code extends to the end, so that a streaming answer can be rendered at any time.
 */
export const markdown = <Node>(text: string, make: Make<Node>): Node[] => {
  const piece = (match: RegExpExecArray): Node | string => {
    const [whole, escaped, entity, code, strong, star, underscore, deleted, label, ...addresses] = match;
    if (escaped) return escaped;
    if (entity) return character(entity);
    if (code) return make('code', [code]);
    if (strong) return make('strong', inline(strong));
    if (deleted) return make('del', inline(deleted));
    const emphasis = star ?? underscore;
    if (emphasis) return make('em', inline(emphasis));
    const address = unescape(addresses.find(Boolean) ?? '');
    const link = safeLink(address);
    return link ? make('a', label ? inline(label) : [address], link) : whole;
  };
  const inline = (line: string): (Node | string)[] => {
    const parts: (Node | string)[] = [];
    let end = 0;
    for (const match of line.matchAll(INLINE)) {
      parts.push(line.slice(end, match.index), piece(match));
      end = match.index + match[0].length;
    }
    return [...parts, line.slice(end)];
  };
  const blocks: Node[] = [];
  let tag = paragraph();
  let start = '';
  /** The items of a list, or the lines of another block. */
  let lines: string[] = [];
  const begin = (next: Tag, number = '') => {
    const whole = lines.join('\n');
    const content = () => {
      if (tag === 'pre') return [whole];
      return tag === 'p' ? inline(whole) : lines.map((item) => make('li', inline(item)));
    };
    if (whole || tag === 'pre') blocks.push(make(tag, content(), start));
    tag = next;
    start = number;
    lines = [];
  };
  for (const raw of text.split(/\r?\n/)) {
    // Quotes become paragraphs, and rules empty lines.
    const line = tag === 'pre' ? raw : raw.replace(/^ *>+ ?|^ *([-*_])(?: *\1){2,} *$/, '');
    const [, number, item] = /^ *(?:[-*+]|(\d{1,9})[.)]) +(.*)/.exec(line) ?? [];
    const words = line.trim();
    if (words.startsWith('```')) begin(tag === 'pre' ? 'p' : 'pre');
    else if (tag === 'pre') lines.push(line);
    else if (item) {
      const list = number ? 'ol' : 'ul';
      if (tag !== list) begin(list, number);
      lines.push(item);
    } else if (words && tag !== 'p' && line.startsWith(' ')) lines.push(`${lines.pop()}\n${words}`);
    else {
      // An empty line only ends a paragraph. A line of text ends any other block.
      if (!words === (tag === 'p')) begin('p');
      // Headings become bold lines.
      if (words) lines.push(line.replace(/^#+ +(.+)/, '**$1**'));
    }
  }
  begin('p');
  return blocks;
};
