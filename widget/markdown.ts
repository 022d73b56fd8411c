export type Tag = 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'code' | 'pre' | 'a';

/** Creates an element; `detail` is the URL of a link, or the first number of a list. */
export type Make<Node> = (tag: Tag, children: (Node | string)[], detail?: string) => Node;

/** A safe link URL: http, https or mailto; undefined for any other. */
export const safeLink = (address: string): string | undefined =>
  /^(https?:\/\/|mailto:)/i.test(address) ? address : undefined;

/** The initial block. */
const paragraph = (): Tag => 'p';

/**
 * Escaped character, code, bold, italic, link, bare URL. No part can match across the start of another, so
 * matching takes linear time.
 */
const INLINE =
  /\\([!-/:-@[-`{-~])|`([^`\n]+)`|\*\*(?=\S)(.+?)\*\*|\*(?=\S)([^*\n]+)\*|\[([^[\]\n]+)\]\(([^\s()]+)\)|\bhttps?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]*]/;

/**
 * Parses the Markdown subset of answers: paragraphs, lists, bold, italic, code, links. Headings become bold
 * lines; everything else, above all HTML, stays text. Unclosed code runs to the end, so that a streaming
 * answer can be rendered at any time.
 */
export const markdown = <Node>(text: string, make: Make<Node>): Node[] => {
  const piece = (match: RegExpExecArray): Node | string => {
    const [whole, escaped, code, bold, italic, label, address = whole] = match;
    if (code) return make('code', [code]);
    if (bold) return make('strong', inline(bold));
    if (italic) return make('em', inline(italic));
    const link = safeLink(address);
    return link ? make('a', label ? inline(label) : [whole], link) : (escaped ?? whole);
  };
  const inline = (rest: string): (Node | string)[] => {
    const parts: (Node | string)[] = [];
    for (let match = INLINE.exec(rest); match; match = INLINE.exec(rest)) {
      parts.push(rest.slice(0, match.index), piece(match));
      rest = rest.slice(match.index + match[0].length);
    }
    return [...parts, rest];
  };
  const blocks: Node[] = [];
  let tag = paragraph();
  let start = '';
  /** The items of a list, or the lines of any other block. */
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
  for (const line of text.split(/\r?\n/)) {
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
      // An empty line only ends a paragraph; a line of text ends any other block.
      if (!words === (tag === 'p')) begin('p');
      // A heading becomes a bold line.
      if (words) lines.push(line.replace(/^#+ +(.+)/, '**$1**'));
    }
  }
  begin('p');
  return blocks;
};
