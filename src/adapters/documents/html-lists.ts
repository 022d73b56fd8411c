import type { Element } from 'hast';
import { attribute, isElement, text } from './html-elements.ts';

/** The property of an item with its number as shown; it takes the place of the list's own numbers. */
export const ITEM_NUMBER = 'dataShownNumber';
const DECIMAL = /^(\d{1,6})[.)]$/;

/**
 * A list as Markdown can write it. Items with other numbers than 1, 2, 3 are bullets that begin with their
 * number as shown (`b.`, `§ 2`). An ordered list whose numbers have gaps becomes several lists. A list whose
 * items have only lists is replaced by them.
 */
export function withShownNumbers(list: Element): Element['children'] {
  const inner = innerLists(list);
  if (inner.length > 0) return inner;
  return list.tagName === 'ol' ? orderedLists(list) : [list];
}

/** The lists in the items of a list without other content; Word nests lists below numbered headings. */
function innerLists(list: Element): Element[] {
  const parts = list.children.flatMap((node) => (isItem(node) ? node.children : [node]));
  const isEmpty = (node: Element['children'][number]) => node.type === 'text' && node.value.trim() === '';
  const lists = parts.filter(isElement).filter(({ tagName }) => tagName === 'ol' || tagName === 'ul');
  return parts.every((node) => isEmpty(node) || (isElement(node) && lists.includes(node))) ? lists : [];
}

function orderedLists(list: Element): Element[] {
  const numbers = numbersOf(list);
  const lists: Element[] = [];
  let expected: number | undefined;
  for (const child of list.children) {
    const last = lists.at(-1);
    const shown = isItem(child) ? numbers.get(child) : undefined;
    if (!isItem(child) || shown === undefined) {
      last?.children.push(child);
      continue;
    }
    const [, decimal] = DECIMAL.exec(shown) ?? [];
    const number = decimal === undefined ? undefined : Number(decimal);
    const item = number === undefined ? beginningWith(shown, child) : child;
    if (last && isNext(last, number, expected)) last.children.push(item);
    else lists.push({ ...list, ...kindOf(number), children: [item] });
    expected = number === undefined ? undefined : number + 1;
  }
  return lists.length === 0 ? [list] : lists;
}

function isNext(list: Element, number: number | undefined, expected: number | undefined): boolean {
  return number === undefined ? list.tagName === 'ul' : number === expected;
}

/** The number of each item as shown, such as `3.` or `b)`. */
function numbersOf(list: Element): ReadonlyMap<Element, string> {
  const items = list.children.filter(isItem);
  const step = attribute(list, 'reversed') === undefined ? 1 : -1;
  const type = attribute(list, 'type') ?? '1';
  let next = whole(attribute(list, 'start')) ?? (step > 0 ? 1 : items.length);
  return new Map(
    items.map((item) => {
      const value = whole(attribute(item, 'value')) ?? next;
      next = value + step;
      return [item, attribute(item, ITEM_NUMBER) ?? `${numberText(value, type)}.`];
    }),
  );
}

function whole(stated: string | undefined): number | undefined {
  return stated !== undefined && /^-?\d{1,6}$/.test(stated) ? Number(stated) : undefined;
}

function kindOf(number: number | undefined): Pick<Element, 'tagName' | 'properties'> {
  return number === undefined
    ? { tagName: 'ul', properties: {} }
    : { tagName: 'ol', properties: { start: number } };
}

function isItem(node: Element['children'][number]): node is Element {
  return isElement(node) && node.tagName === 'li';
}

/** An item with a text at its beginning, inside its first paragraph. */
function beginningWith(shown: string, item: Element): Element {
  const at = item.children.findIndex((node) => node.type !== 'text' || node.value.trim() !== '');
  const first = item.children[at];
  const children =
    isElement(first) && (first.tagName === 'p' || first.tagName === 'div')
      ? item.children.with(at, beginningWith(shown, first))
      : [text(`${shown} `), ...item.children];
  return { ...item, children };
}

/** A number of a list in the style of `ol type`; Roman up to 3 999. */
export function numberText(value: number, type: string): string {
  switch (type) {
    case 'a':
      return letters(value);
    case 'A':
      return letters(value).toUpperCase();
    case 'i':
      return roman(value).toLowerCase();
    case 'I':
      return roman(value);
    default:
      return String(value);
  }
}

/** 1 is `a`, 27 is `aa`, 28 is `ab`. */
function letters(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 100_000) return String(value);
  const letter = String.fromCodePoint(97 + ((value - 1) % 26));
  return value > 26 ? letters(Math.floor((value - 1) / 26)) + letter : letter;
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 3999) return String(value);
  let left = value;
  let result = '';
  for (const [amount, sign] of ROMAN) {
    for (; left >= amount; left -= amount) result += sign;
  }
  return result;
}
