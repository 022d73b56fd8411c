import { launcherView, type ContentState, type LauncherView, type Look } from '../launcher/launcher.ts';
import styles from '../launcher/launcher.css';
import { loadTexts } from '../languages/load-texts.ts';
import { sayIn } from '../languages/say.ts';
import { loose, type Loose } from '../model.ts';
import { themeOf } from './config.ts';
import { onceLoaded, onPage } from './on-page.ts';
import type { OwnScript } from './own-script.ts';
import { pageListeners, publish } from './page-api.ts';

/** After this time the panel says that its content is loading, in milliseconds. */
const SLOW_MS = 1000;

/** The content of the panel: the chat itself, or a frame with it. It is loaded when it is first needed. */
export interface Content {
  /** Loads it, also after a failure. */
  load(): void;
  /** The panel was opened or closed. */
  show(open: boolean): void;
  prefill(text: string): void;
  requestHuman(): void;
  reset(): void;
  setLocale(tag: string): void;
  setTheme(name: string): void;
  unread(): number;
  /** Whether it is needed as soon as the page has loaded. */
  isNeeded(): boolean;
  /** The chat leaves the page. */
  end(): void;
  /** Adds calls that only some widgets have, before the page uses them. */
  extend?(widget: ChatWidget): void;
}

/** The page around the content. */
export interface PageWidget {
  root: ShadowRoot;
  host: HTMLElement;
  surface: LauncherView;
  emit: (event: string, detail?: unknown) => void;
  on(event: string, listener: () => void): void;
  isOpen(): boolean;
  toggle(open?: boolean): void;
  /** Whether the page has loaded or a call has opened the panel, so that the widget is on the page. */
  isMounted(): boolean;
  /** The language that the page or the visitor wants, as a tag such as `en-GB`. */
  language(): string;
  /** Shows whether the content is there. */
  showContent(state: ContentState): void;
  /** Aborts when the chat leaves the page. */
  signal: AbortSignal;
}

interface PageWidgetOptions {
  script: OwnScript;
  look: Look;
  /** Custom texts by their English originals. */
  strings?: Loose;
  /** The base URL of the files of this release. */
  release: string;
  /** The panel was open on the previous page of this tab, or a link wants it open. */
  isWanted: boolean;
  contentOf: (page: PageWidget) => Content;
}

/** The widget on the page: the launcher, the panel around its content, and the calls of the page. */
export const pageWidget = (options: PageWidgetOptions): void => {
  const { look, strings, release, isWanted, contentOf } = options;
  const { dataset } = options.script;
  const host = document.createElement('chat-widget');
  const root = host.attachShadow({ mode: 'open' });
  // A constructed style sheet is not subject to the page's Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  const { emit, on, off } = pageListeners();
  let locale = dataset.locale ?? '';
  let open = false;

  const isMounted = () => !!root.adoptedStyleSheets[0];
  /** Puts the widget on the page, if it is not there. Returns false if the chat has ended. */
  const mount = () => {
    if (!place.attach()) return false;
    if (!isMounted()) {
      sheet.replaceSync(styles);
      root.adoptedStyleSheets = [sheet];
      emit('ready');
    }
    return true;
  };

  const toggle = (next = !open) => {
    if (next === open || !mount()) return;
    open = next;
    surface.show(open);
    emit(open ? 'opened' : 'closed');
    content.show(open);
  };

  const language = () => locale || document.documentElement.lang || navigator.language;

  let state: ContentState = 'loading';
  let slow: ReturnType<typeof setTimeout> | undefined;
  /** Says the state in the visitor's language. */
  const sayContent = async () => {
    const texts = await loadTexts(release, language());
    surface.showContent(state, sayIn({ ...texts, ...strings }));
  };
  const showContent = (next: ContentState) => {
    state = next;
    surface.showContent(state);
    clearTimeout(slow);
    if (state === 'loading') slow = setTimeout(() => void sayContent(), SLOW_MS);
    else if (state === 'failed') void sayContent();
  };

  const ends = new AbortController();
  const { signal } = ends;
  const surface = launcherView(root, { ...look, toggle, again: () => content.load(), signal });
  const { launcher, shell } = surface;
  const content = contentOf({
    root,
    host,
    surface,
    emit,
    on,
    isOpen: () => open,
    toggle,
    isMounted,
    language,
    showContent,
    signal,
  });

  onceLoaded(() => {
    if (!mount()) return;
    if (isWanted) toggle(true);
    if (content.isNeeded()) content.load();
  });
  launcher.hidden = (dataset.hidden ?? 'false') !== 'false';

  const place = onPage(host, () => destroy());
  const destroy = () => {
    clearTimeout(slow);
    ends.abort();
    content.end();
    place.detach();
    // A new script tag may have started another chat.
    if (loose(window.ChatWidget).destroy === destroy) window.ChatWidget = [];
  };
  const calls = {
    open: () => toggle(true),
    close: () => toggle(false),
    toggle: () => toggle(),
    show() {
      launcher.hidden = false;
    },
    hide() {
      launcher.hidden = true;
    },
    destroy,
    reset: content.reset,
    prefill: (draft: unknown) => content.prefill(String(draft)),
    setLocale(tag: string) {
      locale = tag;
      content.setLocale(tag);
    },
    setTheme(name: string) {
      shell.style.colorScheme = themeOf(name);
      content.setTheme(name);
    },
    requestHuman: content.requestHuman,
    getUnreadCount: content.unread,
    on,
    off,
  };
  publish(calls, content.extend);
};
