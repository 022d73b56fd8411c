import type { Element, Nodes } from 'hast';
import { isElement, textOf } from './html-elements.ts';

/** A formula of a web page (MathML) in one line: `a^2`, `x_1`, `1/2`, `√(2)`. */
export function mathText(node: Nodes): string {
  if (!isElement(node)) return textOf(node).trim();
  const parts = node.children.filter((child) => isElement(child) || textOf(child).trim() !== '');
  const part = (at: number) => mathText(parts[at] ?? { type: 'text', value: '' });
  switch (node.tagName) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'msup':
      return `${part(0)}^${grouped(part(1))}`;
    case 'msub':
      return `${part(0)}_${grouped(part(1))}`;
    case 'msubsup':
      return `${part(0)}_${grouped(part(1))}^${grouped(part(2))}`;
    case 'mfrac':
      return `${grouped(part(0))}/${grouped(part(1))}`;
    case 'mroot':
      return `${part(1)}√${grouped(part(0))}`;
    case 'msqrt':
      return `√${grouped(joined(node))}`;
    default:
      return joined(node);
  }
}

const joined = ({ children }: Element): string => children.map(mathText).join('');

/** A part of a formula, in brackets where it is more than one number or letter. */
export function grouped(part: string): string {
  return /^[-−]?(?:[\p{L}]|\p{N}+(?:[.,]\p{N}+)*)$/u.test(part) ? part : `(${part})`;
}
