export type Child = Node | string | undefined | null | false | 0;

/** Creates an element. Strings become text nodes and are never parsed as HTML. */
export const h = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag);
  element.className = className;
  for (const child of children) if (child) element.append(child);
  return element;
};

/** Sets an element's text if it has changed. Screen readers would announce an unchanged text again. */
export const write = (element: Element, text: string | false | 0 | undefined): void => {
  text ||= '';
  if (element.textContent !== text) element.textContent = text;
};

export const button = (
  className: string,
  act: (event: MouseEvent) => void,
  ...children: readonly Child[]
): HTMLButtonElement => Object.assign(h('button', className, ...children), { onclick: act });

/** A link that opens in a new tab. */
export const link = (href: string, ...children: readonly Child[]): HTMLAnchorElement =>
  Object.assign(h('a', '', ...children), { href, target: '_blank', rel: 'noreferrer' });

/** Icon paths, from Lucide (ISC license), 24 units wide. */
export const ICONS = {
  chat: 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z',
  close: 'M18 6 6 18M6 6l12 12',
  menu: 'M5 12h.01m7 0h.01m7 0h.01',
  send: 'm5 12 7-7 7 7M12 19V5',
  person: 'M5 20a7 7 0 0 1 14 0M12 3a4 4 0 1 0 .1 0',
  stop: 'M6 6h12v12H6z',
  thumb: 'M7 10v12H3V10Zl5-8a3 3 0 0 1 3 4l-1 4h7l-3 12H7',
};

/** A decorative icon. Its button has the accessible name. */
export const icon = (path: string): SVGElement => {
  const svg = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(svg, 'svg');
  const shape = document.createElementNS(svg, 'path');
  picture.setAttribute('viewBox', '0 0 24 24');
  shape.setAttribute('d', path);
  picture.append(shape);
  return picture;
};
