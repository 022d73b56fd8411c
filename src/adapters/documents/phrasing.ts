import type { Nodes, Parents, PhrasingContent, Root } from 'mdast';
import { withoutUnseenLetters } from '../../lib/unseen-characters.ts';

type Mark = Extract<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' }>;

const SPACE_BEFORE = /^\s+/u;
const SPACE_AFTER = /(?<!\s)\s+$/u;
const PUNCTUATION_BEFORE = /^[\p{P}\p{S}]+/u;
const PUNCTUATION_AFTER = /(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u;
/** A character that is neither white space nor punctuation. */
const LETTER = /[^\p{P}\p{S}\s]/u;

/**
 * Makes inline text expressible in Markdown without character references. White space and punctuation at the
 * edges of bold, italic and deleted text move outside. Adjacent marks of one kind become one, and invisible
 * characters are removed.
 */
export function tidyPhrasing(root: Root): Root {
  tidyNode(root);
  return root;
}

function tidyNode(node: Nodes): void {
  if (!('children' in node)) return;
  if (hasPhrasing(node)) {
    node.children = trimEdges(tidyNodes(node.children), node.type);
    return;
  }
  for (const child of node.children) tidyNode(child);
}

type PhrasingParent = Extract<Parents, { type: 'paragraph' | 'heading' | 'tableCell' }>;

function hasPhrasing(node: Parents): node is PhrasingParent {
  return node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell';
}

/** Trims the white space of a block, and puts a heading or a table cell on one line. */
function trimEdges(nodes: PhrasingContent[], type: PhrasingParent['type']): PhrasingContent[] {
  const lines = type === 'paragraph' ? nodes : nodes.map(asOneLine);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first?.type === 'text') first.value = first.value.replace(/^[ \t\n]+/, '');
  if (last?.type === 'text') last.value = last.value.replace(/(?<![ \t\n])[ \t\n]+$/, '');
  return lines.filter((node) => node.type !== 'text' || node.value !== '');
}

function asOneLine(node: PhrasingContent): PhrasingContent {
  if (node.type === 'break') return { type: 'text', value: ' ' };
  if (node.type === 'text') return { ...node, value: node.value.replaceAll(/(?<!\s)\s*\n\s*/g, ' ') };
  return 'children' in node ? { ...node, children: node.children.map(asOneLine) } : node;
}

function tidyNodes(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const outside = nodes.flatMap((node): PhrasingContent[] => {
    if (node.type === 'text') return [{ ...node, value: withoutUnseenLetters(node.value) }];
    if (!('children' in node)) return [node];
    const inner = { ...node, children: tidyNodes(node.children) };
    return isMark(inner) ? moveSpacesOutside(inner) : [inner];
  });
  return joinNodes(movePunctuationOutside(joinNodes(outside)));
}

function isMark(node: PhrasingContent): node is Mark {
  return node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete';
}

function moveSpacesOutside(mark: Mark): PhrasingContent[] {
  const before = cut(mark.children, 'first', SPACE_BEFORE);
  const after = cut(mark.children, 'last', SPACE_AFTER);
  return [textNode(before), ...(mark.children.length > 0 ? [mark] : []), textNode(after)];
}

/** Removes a match from the first or last text of some nodes, and returns it. */
function cut(nodes: PhrasingContent[], which: 'first' | 'last', pattern: RegExp): string {
  const at = which === 'first' ? 0 : nodes.length - 1;
  const node = nodes[at];
  if (node?.type !== 'text') return '';
  const [found = ''] = pattern.exec(node.value) ?? [];
  node.value = node.value.replace(pattern, '');
  if (node.value === '') nodes.splice(at, 1);
  return found;
}

/** Joins adjacent texts, and adjacent marks of one kind. */
function joinNodes(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.type === 'text' && node.value === '') continue;
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else if (isMark(node) && last?.type === node.type) {
      last.children = joinNodes([...last.children, ...node.children]);
    } else result.push(node.type === 'text' ? { ...node } : node);
  }
  return result;
}

/**
 * Punctuation inside the edge of a mark next to a letter breaks it (CommonMark, §6.2), as does `_` between
 * letters. Punctuation moves outside, and a mark that cannot be written is removed.
 */
function movePunctuationOutside(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node, at): PhrasingContent[] => {
    if (!isMark(node)) return [node];
    const isAfterLetter = LETTER.test(edgeOf(nodes[at - 1], 'last'));
    const isBeforeLetter = LETTER.test(edgeOf(nodes[at + 1], 'first'));
    const before = isAfterLetter ? cut(node.children, 'first', PUNCTUATION_BEFORE) : '';
    const after = isBeforeLetter ? cut(node.children, 'last', PUNCTUATION_AFTER) : '';
    const spaced = moveSpacesOutside(node);
    const inner = spaced.find(isMark);
    const isSaid =
      inner && isValidMark(inner, isAfterLetter && before === '', isBeforeLetter && after === '');
    const middle = spaced.flatMap((one) => (isMark(one) && !isSaid ? one.children : [one]));
    return [textNode(before), ...middle, textNode(after)];
  });
}

function isValidMark(mark: Mark, isAfterLetter: boolean, isBeforeLetter: boolean): boolean {
  if (mark.type === 'emphasis') return !isAfterLetter && !isBeforeLetter;
  const first = edgeOf(mark.children[0], 'first');
  const last = edgeOf(mark.children.at(-1), 'last');
  return (!isAfterLetter || LETTER.test(first)) && (!isBeforeLetter || LETTER.test(last));
}

/** The character at an edge. A node that is not text begins and ends with Markdown punctuation. */
function edgeOf(node: PhrasingContent | undefined, which: 'first' | 'last'): string {
  if (node === undefined || node.type === 'break') return ' ';
  if (node.type !== 'text') return '*';
  const characters = Array.from(node.value);
  return (which === 'first' ? characters[0] : characters.at(-1)) ?? ' ';
}

function textNode(value: string): PhrasingContent {
  return { type: 'text', value };
}
