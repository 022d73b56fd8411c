import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { grouped } from './formula-text.ts';

/** The parts of a Word file other than its text, by the names of their elements. */
export interface WordRewriting {
  /** Runs that Word does not show. */
  hidden: number;
}

/** Read for their children: fields, directions of writing, and words with their reading (ECMA-376, §17). */
const UNWRAPPED = new Set(['w:fldSimple', 'w:bdo', 'w:dir', 'w:ruby', 'w:rubyBase', 'm:oMathPara']);
const REMOVED = new Set(['w:rt', 'w:rubyPr', 'w:fldData']);
const OFF = new Set(['0', 'false', 'off']);

/** The styles whose text Word does not show, by their ids. */
export function hiddenStyles(styles: string): ReadonlySet<string> {
  const hidden = childrenOf(parsed(styles).documentElement)
    .filter((style) => style.nodeName === 'w:style' && isVanishing(childNamed(style, 'w:rPr')))
    .map((style) => style.getAttribute('w:styleId') ?? '');
  return new Set(hidden);
}

/**
 * Word's XML such that the library that converts it reads all that Word shows: formulas become text, what
 * only wraps text is unwrapped, and hidden text is removed.
 */
export function normalizeWordXml(part: string, styles: ReadonlySet<string>, counts: WordRewriting): string {
  const document = parsed(part);
  rewrite(document.documentElement, styles, counts);
  return new XMLSerializer().serializeToString(document);
}

function parsed(xml: string): Document {
  const handler = { warning: () => undefined, error: () => undefined, fatalError: unreadable };
  return new DOMParser({ errorHandler: handler }).parseFromString(xml, 'text/xml');
}

function unreadable(message: string): never {
  throw new SyntaxError(message);
}

function rewrite(element: Element, styles: ReadonlySet<string>, counts: WordRewriting): void {
  for (const child of childrenOf(element)) {
    const name = child.nodeName;
    if (REMOVED.has(name)) child.parentNode?.removeChild(child);
    else if (isHiddenRun(child, styles)) {
      if (child.textContent.trim() !== '') counts.hidden++;
      child.parentNode?.removeChild(child);
    } else if (name === 'm:oMath') element.replaceChild(runOf(child, formulaText(child)), child);
    else {
      rewrite(child, styles, counts);
      if (UNWRAPPED.has(name)) unwrap(child);
    }
  }
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
  // The properties of a paragraph's mark do not hide the paragraph.
  return (!isParagraph && isVanishing(properties)) || styles.has(style ?? '');
}

function isVanishing(properties: Element | undefined): boolean {
  const vanish = childNamed(properties, 'w:vanish');
  return vanish !== undefined && !OFF.has(vanish.getAttribute('w:val') ?? '');
}

function runOf(formula: Element, text: string): Element {
  const document = formula.ownerDocument;
  const run = document.createElement('w:r');
  const words = document.createElement('w:t');
  words.setAttribute('xml:space', 'preserve');
  words.appendChild(document.createTextNode(text));
  run.appendChild(words);
  return run;
}

/** A formula of Word (Office Math) in one line. */
function formulaText(element: Element): string {
  const part = (name: string) => partText(childNamed(element, name));
  switch (element.nodeName) {
    case 'm:t':
    case 'w:t':
      return element.textContent;
    case 'm:sSup':
      return `${part('m:e')}^${grouped(part('m:sup'))}`;
    case 'm:sSub':
      return `${part('m:e')}_${grouped(part('m:sub'))}`;
    case 'm:f':
      return `${grouped(part('m:num'))}/${grouped(part('m:den'))}`;
    case 'm:rad':
      return `${part('m:deg')}√${grouped(part('m:e'))}`;
    case 'm:d':
      return `(${part('m:e')})`;
    default:
      return partText(element);
  }
}

function partText(element: Element | undefined): string {
  return childrenOf(element).map(formulaText).join('');
}

function childrenOf(node: Node | undefined): Element[] {
  return Array.from(node?.childNodes ?? []).filter((child): child is Element => child.nodeType === 1);
}

function childNamed(element: Element | undefined, name: string): Element | undefined {
  return childrenOf(element).find((child) => child.nodeName === name);
}
