import type { Element, RootContent } from 'hast';
import { attribute, text, textOf } from './html-elements.ts';

/** Superscripts that belong to the preceding word or number: `1st`, `M™`, `9 EUR*`. */
const SUFFIX = /^[\p{L}.ªº™®℠©*†‡§°′″'+#]+$/u;
const UNIT = /(?:^|[^\p{L}])(?:[kcmdµn]?m|in|ft|yd|mi|s)$/u;
const POWER_OF_TEN = /(?:^|[^\p{L}\p{N}.,]|[×x·*])10$/u;
const VARIABLE = /(?:^|[^\p{L}\p{N}])[a-zπ]$/iu;
const TIMES_TEN = /[×x·*]\s*10$/;
const CURRENCY = String.raw`[€$£¥₹₺₽]|EUR|USD|GBP|CHF|kr|zł|Kč|Ft`;
const PRICE_BEFORE = new RegExp(String.raw`(?:${CURRENCY})\s?\d+$`, 'u');
const CURRENCY_AFTER = new RegExp(String.raw`^\s?(?:${CURRENCY})`, 'u');
/** Cents that prices usually end with. Note numbers rarely have these values. */
const CENTS = /^(?:00|49|50|75|79|89|90|95|98|99)$/;

/**
 * Superscript as plain text. Exponents stay exponents (`10^3`, `m^2`), cents become decimals, suffixes are
 * kept, and note numbers are put in brackets: `30 (1) days`.
 */
export function raisedText(before: string, raised: string, after: string): string {
  const words = raised.replaceAll(/\s+/g, ' ').trim();
  if (words === '') return '';
  if (SUFFIX.test(words)) return VARIABLE.test(before) && /^[nkmxijt]$/i.test(words) ? `^${words}` : words;
  const isNumber = /^\d+$/.test(words);
  if (isNumber && /^\s*[/⁄]/.test(after)) return /\d$/.test(before) ? ` ${words}` : words;
  const isPrice = PRICE_BEFORE.test(before) || (/\d$/.test(before) && CURRENCY_AFTER.test(after));
  if (CENTS.test(words) && isPrice) return `.${words}`;
  if (isExponent(before, words, after)) return `^${words}`;
  const mark = words.replace(/^[[(](.*)[)\]]$/, '$1');
  return `${/\S$/.test(before) ? ' ' : ''}(${mark})${/^[\p{L}\p{N}]/u.test(after) ? ' ' : ''}`;
}

function isExponent(before: string, words: string, after: string): boolean {
  if (!/\S$/.test(before)) return false;
  if (/^[-−]\d+$|^\d*[+−-]$/.test(words)) return true;
  if (!/^\d+$/.test(words)) return false;
  if (UNIT.test(before)) return /^[234]$/.test(words);
  // An exponent of 1 is not written.
  if (POWER_OF_TEN.test(before)) return words !== '1' || TIMES_TEN.test(before);
  if (VARIABLE.test(before)) return words !== '1';
  return /\d$/.test(before) && /^\s*[=×·^]/.test(after);
}

/** Subscript as plain text: `H2O`, `1/2`, but `10_2` after a number. */
function loweredText(before: string, lowered: string): string {
  const words = lowered.replaceAll(/\s+/g, ' ').trim();
  return /\d$/.test(before) && /^\d/.test(words) ? `_${words}` : words;
}

/** Inline elements: a superscript in them continues the text before them. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q s samp small span strike strong time tt u var'.split(
    ' ',
  ),
);
const RAISED_STYLE = /vertical-align\s*:\s*super/i;
const LOWERED_STYLE = /vertical-align\s*:\s*sub/i;

/** Replaces superscript and subscript by plain text. */
export function flattenRaisedText(nodes: readonly RootContent[]): Element['children'] {
  const line = { before: '' };
  return inLine(nodes, line);
}

function inLine(nodes: readonly RootContent[], line: { before: string }): Element['children'] {
  return nodes.flatMap((node, at): Element['children'] => {
    if (node.type === 'text') {
      line.before = (line.before + node.value).slice(-40);
      return [node];
    }
    if (node.type !== 'element') return [];
    const style = attribute(node, 'style') ?? '';
    const isRaised = node.tagName === 'sup' || RAISED_STYLE.test(style);
    if (isRaised || node.tagName === 'sub' || LOWERED_STYLE.test(style)) {
      const next = nodes[at + 1];
      const after = next?.type === 'text' || next?.type === 'element' ? textOf(next) : '';
      const words = isRaised
        ? raisedText(line.before, textOf(node), after)
        : loweredText(line.before, textOf(node));
      line.before += words;
      return [text(words)];
    }
    if (INLINE.has(node.tagName)) return [{ ...node, children: inLine(node.children, line) }];
    line.before = '';
    const children = flattenRaisedText(node.children);
    return [{ ...node, children }];
  });
}
