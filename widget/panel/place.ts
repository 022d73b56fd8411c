/** The place of the panel: the dialog next to the launcher, or the page of a registered widget's frame. */
export interface Place {
  root: ShadowRoot;
  /** The element around panel and launcher. */
  shell: HTMLElement;
  panel: HTMLDialogElement;
  /** Undefined in a frame, whose launcher is on the page around it. */
  launcher?: HTMLElement;
  /** Opens or closes the panel. */
  toggle(open: boolean): void;
  /** Shows the number of unread messages. `label` describes it in the visitor's language. */
  unread(count: number, label: string): void;
}

/** Adds a style sheet. A constructed one is not subject to the page's Content-Security-Policy. */
export const adoptStyles = (root: ShadowRoot, styles: string): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
};
