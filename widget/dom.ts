export type Attributes = Record<string, string | number | boolean | undefined>;
export type Child = Node | string | undefined | null | false;

/** An element. Text stays text: nothing here reads HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  for (const child of children) if (child) element.append(child);
  return element;
}

/** Sets attributes; undefined and false remove them. */
export function set<E extends Element>(element: E, attributes: Attributes): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
  return element;
}

/** Says something else in an element; what it says already is not said again. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function button(className: string, act: () => void, ...children: readonly Child[]): HTMLButtonElement {
  const element = h('button', className, ...children);
  element.onclick = act;
  return element;
}

/** The paths of the icons, from Lucide (ISC licence), 24 units wide. */
export const ICONS = {
  chat: 'M7.9 20A9 9 0 1 0 4 16.1L2 22Z',
  close: 'M18 6 6 18M6 6l12 12',
  menu: 'M12 12h.01M19 12h.01M5 12h.01',
  send: 'm5 12 7-7 7 7M12 19V5',
  stop: 'M7 7h10v10H7z',
  thumb:
    'M7 10v12M15 6l-1 4h6a2 2 0 0 1 2 3l-2 7a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h3a2 2 0 0 0 2-1l3-7a3 3 0 0 1 3 4',
};

/** One icon, for the eye only. */
export function icon(name: keyof typeof ICONS): SVGElement {
  const svg = 'http://www.w3.org/2000/svg';
  const picture = set(document.createElementNS(svg, 'svg'), { viewBox: '0 0 24 24', 'aria-hidden': true });
  picture.append(set(document.createElementNS(svg, 'path'), { d: ICONS[name] }));
  return picture;
}
