import type { Element, Nodes } from 'hast';
import { isElement, textOf } from './html-elements.ts';

/** A MathML formula as one line of text: `a^2`, `x_1`, `1/2`, `√(2)`. */
export function mathText(node: Nodes): string {
  if (!isElement(node)) return textOf(node).trim();
  const parts = node.children.filter((child) => isElement(child) || textOf(child).trim() !== '');
  const part = (at: number) => mathText(parts[at] ?? { type: 'text', value: '' });
  switch (node.tagName) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'msup':
      return `${part(0)}^${withBrackets(part(1))}`;
    case 'msub':
      return `${part(0)}_${withBrackets(part(1))}`;
    case 'msubsup':
      return `${part(0)}_${withBrackets(part(1))}^${withBrackets(part(2))}`;
    case 'mfrac':
      return `${withBrackets(part(0))}/${withBrackets(part(1))}`;
    case 'mroot':
      return `${part(1)}√${withBrackets(part(0))}`;
    case 'msqrt':
      return `√${withBrackets(childrenText(node))}`;
    default:
      return childrenText(node);
  }
}

const childrenText = ({ children }: Element): string => children.map(mathText).join('');

/** Adds brackets around a part of a formula that is longer than one number or letter. */
export function withBrackets(part: string): string {
  return /^[-−]?(?:[\p{L}]|\p{N}+(?:[.,]\p{N}+)*)$/u.test(part) ? part : `(${part})`;
}
