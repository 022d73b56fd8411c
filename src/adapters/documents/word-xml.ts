import { XMLSerializer } from '@xmldom/xmldom';
import { withBrackets } from './formula-text.ts';
import type { NumberOf } from './word-numbers.ts';
import { childNamed, childrenOf, parseXml } from './xml-elements.ts';

/** Counts of the parts of a Word file that are not text. */
interface RewriteCounts {
  /** Text runs that Word hides. */
  hidden: number;
}

/**
 * Elements that are replaced by their children: fields, writing directions, and ruby text (ECMA-376, §17).
 */
const UNWRAPPED = new Set(['w:fldSimple', 'w:bdo', 'w:dir', 'w:ruby', 'w:rubyBase', 'm:oMathPara']);
const REMOVED = new Set(['w:rt', 'w:rubyPr', 'w:fldData']);
const OFF = new Set(['0', 'false', 'off']);

/** Enclose the number of a paragraph until the converted text is read; characters without a meaning. */
export const NUMBER_MARKS = { before: '\ue000', after: '\ue001' } as const;

interface RewriteOptions {
  /** The ids of the styles whose text Word hides. */
  hiddenStyles: ReadonlySet<string>;
  numberOf: NumberOf;
  counts: RewriteCounts;
}

/** The ids of the styles whose text Word hides. */
export function hiddenStyles(styles: string): ReadonlySet<string> {
  const hidden = childrenOf(parseXml(styles).documentElement)
    .filter((style) => style.nodeName === 'w:style' && hasVanish(childNamed(style, 'w:rPr')))
    .map((style) => style.getAttribute('w:styleId') ?? '');
  return new Set(hidden);
}

/**
 * Rewrites Word's XML so that the converting library reads all visible text: formulas become text, wrapping
 * elements are unwrapped, hidden text is removed, and paragraphs begin with their number (`NUMBER_MARKS`).
 */
export function normalizeWordXml(part: string, options: RewriteOptions): string {
  const document = parseXml(part);
  rewrite(document.documentElement, options);
  return new XMLSerializer().serializeToString(document);
}

function rewrite(element: Element, options: RewriteOptions): void {
  const { hiddenStyles: styles, counts } = options;
  for (const child of childrenOf(element)) {
    const name = child.nodeName;
    if (REMOVED.has(name)) child.parentNode?.removeChild(child);
    else if (isHiddenRun(child, styles)) {
      if (child.textContent.trim() !== '') counts.hidden++;
      child.parentNode?.removeChild(child);
    } else if (name === 'm:oMath') element.replaceChild(runOf(child, formulaText(child)), child);
    else {
      if (name === 'w:p') addNumber(child, options.numberOf(child));
      rewrite(child, options);
      if (UNWRAPPED.has(name)) unwrap(child);
    }
  }
}

function addNumber(paragraph: Element, number: string | undefined): void {
  if (number === undefined || paragraph.textContent.trim() === '') return;
  const { before, after } = NUMBER_MARKS;
  const properties = childNamed(paragraph, 'w:pPr');
  paragraph.insertBefore(
    runOf(paragraph, `${before}${number}${after}`),
    properties ? properties.nextSibling : paragraph.firstChild,
  );
}

function unwrap(element: Element): void {
  while (element.firstChild) element.parentNode?.insertBefore(element.firstChild, element);
  element.parentNode?.removeChild(element);
}

function isHiddenRun(element: Element, styles: ReadonlySet<string>): boolean {
  const isParagraph = element.nodeName === 'w:p';
  if (element.nodeName !== 'w:r' && !isParagraph) return false;
  const properties = childNamed(element, isParagraph ? 'w:pPr' : 'w:rPr');
  const style = childNamed(properties, isParagraph ? 'w:pStyle' : 'w:rStyle')?.getAttribute('w:val');
  // The properties of the paragraph mark do not hide the paragraph.
  return (!isParagraph && hasVanish(properties)) || styles.has(style ?? '');
}

function hasVanish(properties: Element | undefined): boolean {
  const vanish = childNamed(properties, 'w:vanish');
  return vanish !== undefined && !OFF.has(vanish.getAttribute('w:val') ?? '');
}

function runOf({ ownerDocument: document }: Element, text: string): Element {
  const run = document.createElement('w:r');
  const words = document.createElement('w:t');
  words.setAttribute('xml:space', 'preserve');
  words.appendChild(document.createTextNode(text));
  run.appendChild(words);
  return run;
}

/** An Office Math formula as one line of text. */
function formulaText(element: Element): string {
  const part = (name: string) => partText(childNamed(element, name));
  switch (element.nodeName) {
    case 'm:t':
    case 'w:t':
      return element.textContent;
    case 'm:sSup':
      return `${part('m:e')}^${withBrackets(part('m:sup'))}`;
    case 'm:sSub':
      return `${part('m:e')}_${withBrackets(part('m:sub'))}`;
    case 'm:f':
      return `${withBrackets(part('m:num'))}/${withBrackets(part('m:den'))}`;
    case 'm:rad':
      return `${part('m:deg')}√${withBrackets(part('m:e'))}`;
    case 'm:d':
      return `(${part('m:e')})`;
    default:
      return partText(element);
  }
}

function partText(element: Element | undefined): string {
  return childrenOf(element).map(formulaText).join('');
}
