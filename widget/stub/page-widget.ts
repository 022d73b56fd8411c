import { launcherView, type LauncherView, type Look } from '../launcher/launcher.ts';
import styles from '../launcher/launcher.css';
import { sayIn } from '../languages/say.ts';
import { loose, parse, type Loose } from '../model.ts';
import { themeOf } from './config.ts';
import { onceLoaded, onPage } from './on-page.ts';
import type { OwnScript } from './own-script.ts';
import { pageListeners, publish } from './page-api.ts';

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
  /** The language that the page or the visitor wants. */
  language(): string;
  /** Shows the empty panel; with `hasFailed` also that its content could not be loaded. */
  wait(hasFailed?: () => boolean): void;
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

  const wait = (hasFailed = () => false) => {
    surface.stand(false, sayIn({ ...strings }), hasFailed());
    const wanted = language().slice(0, 2).toLowerCase();
    if (!hasFailed() || wanted === 'en') return;
    // If that fails too, the texts stay English.
    void fetch(`${release}${wanted}.json`)
      .then((reply) => reply.text())
      .then(
        (texts) => {
          if (hasFailed()) surface.stand(false, sayIn({ ...parse(texts), ...strings }), true);
        },
        () => {},
      );
  };

  const surface = launcherView(root, { ...look, toggle, again: () => content.load() });
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
    wait,
  });

  onceLoaded(() => {
    if (!mount()) return;
    if (isWanted) toggle(true);
    if (content.isNeeded()) content.load();
  });
  launcher.hidden = (dataset.hidden ?? 'false') !== 'false';

  const place = onPage(host, () => destroy());
  const destroy = () => {
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
