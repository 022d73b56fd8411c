export type Tag = 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'code' | 'pre' | 'a';

/** Makes an element; `detail` is the address of a link, or the first number of a list. */
export type Make<Node> = (tag: Tag, children: (Node | string)[], detail?: string) => Node;

/** The address of a link that may be followed: http, https or mailto; undefined for any other. */
export const safeLink = (address: string): string | undefined =>
  /^(https?:\/\/|mailto:)/i.test(address) ? address : undefined;

/** What a text begins with. */
const paragraph = (): Tag => 'p';

/** Escaped, code, bold, italic, link, bare address. No part can run over the start of another, so no text takes long. */
const INLINE =
  /\\([!-/:-@[-`{-~])|`([^`\n]+)`|\*\*(?=\S)(.+?)\*\*|\*(?=\S)([^*\n]+)\*|\[([^[\]\n]+)\]\(([^\s()]+)\)|\bhttps?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]*]/;

/**
 * Reads the Markdown subset that answers are shown in: paragraphs, lists, bold, italic, code, links. Headings become bold
 * lines; everything else, HTML above all, stays the text that it is. Unclosed code runs to the end, so that a growing answer
 * can be shown at any moment.
 */
export const markdown = <Node>(text: string, make: Make<Node>): Node[] => {
  const inline = (rest: string): (Node | string)[] => {
    const parts: (Node | string)[] = [];
    for (let match = INLINE.exec(rest); match; match = INLINE.exec(rest)) {
      const [whole, escaped, code, bold, italic, label, address = whole] = match;
      const link = safeLink(address);
      parts.push(
        rest.slice(0, match.index),
        code
          ? make('code', [code])
          : bold
            ? make('strong', inline(bold))
            : italic
              ? make('em', inline(italic))
              : link
                ? make('a', label ? inline(label) : [whole], link)
                : (escaped ?? whole),
      );
      rest = rest.slice(match.index + whole.length);
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
    const items = () => lines.map((item) => make('li', inline(item)));
    if (whole || tag === 'pre')
      blocks.push(make(tag, tag === 'pre' ? [whole] : tag === 'p' ? inline(whole) : items(), start));
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
      // An empty line ends a paragraph and nothing else, a line of words any other block.
      if (!words === (tag === 'p')) begin('p');
      // A heading is a bold line.
      if (words) lines.push(line.replace(/^#{1,6} +(.+)/, '**$1**'));
    }
  }
  begin('p');
  return blocks;
};
