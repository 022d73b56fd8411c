/** The search for an element on the page: a selector, and a part of its name or text. */
export interface Wanted {
  css: string;
  text?: string;
}

/** An element as it is now; the page may replace it. */
interface Target {
  click(): Promise<void>;
  text(): Promise<string>;
}

/** A window of a browser, by the few acts of a visitor that every driver has. */
export interface Tab {
  /** The size of the page, as near as the window system allows. */
  resize(width: number, height: number): Promise<void>;
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** The last visible element of that kind, in the page or in the frame of the widget. */
  find(wanted: Wanted): Promise<Target | undefined>;
  /** Presses keys, one character after the other, where the focus is. */
  type(text: string): Promise<unknown>;
  enter(): Promise<unknown>;
  /** The value of an expression in the page, or in the frame of the widget. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface RunningEngine {
  /** Such as “Firefox 153.7.0”. */
  name: string;
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** A browser engine that the journey may run in. */
export interface Engine {
  name: string;
  /** How to get it where it is missing. */
  install: string;
  /** The path of its program on this machine; undefined if it is not installed. */
  path(): string | undefined;
  start(path: string): Promise<RunningEngine>;
}

/** The frame of a registered widget, which holds the panel. */
export const FRAME = '/api/widget/frame';

/** An expression for the last visible element of that kind, through open shadow roots, or null. */
export function findScript({ css, text = '' }: Wanted): string {
  return `(() => {
    const roots = [document];
    for (const root of roots) {
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    }
    const isWanted = (one) =>
      one.getClientRects().length > 0 &&
      [one.ariaLabel, one.title, one.placeholder, one.innerText].some((name) => name?.includes(${JSON.stringify(text)}));
    return roots.flatMap((root) => [...root.querySelectorAll(${JSON.stringify(css)})]).filter(isWanted).at(-1) ?? null;
  })()`;
}

/** An expression for where a click hits that element, as [x, y]; null where another one is above it. */
export function pointScript(wanted: Wanted): string {
  return `((one) => {
    if (!one) return null;
    one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const point = [Math.round(left + width / 2), Math.round(top + height / 2)];
    let hit = document.elementFromPoint(...point);
    while (hit?.shadowRoot?.elementFromPoint(...point)) hit = hit.shadowRoot.elementFromPoint(...point);
    return one.contains(hit) || hit?.contains(one) ? point : null;
  })(${findScript(wanted)})`;
}
