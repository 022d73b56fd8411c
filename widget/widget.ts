import { api } from './api.ts';
import { announce, type EmitEvent } from './announce.ts';
import { applyTheme, readConfig, themeOf } from './config.ts';
import { conversation } from './conversation.ts';
import { takeLink } from './email-link.ts';
import { loadExtrasFrom } from './extras.ts';
import { loadSentences, sayIn } from './i18n.ts';
import { list, loose } from './model.ts';
import { onceLoaded, onPage } from './on-page.ts';
import { ownScript, type OwnScript } from './own-script.ts';
import { unread, type State } from './state.ts';
import { store } from './storage.ts';
import { view } from './view.ts';
import styles from './widget.css';

type Listener = (detail: never) => void;

/** The options of the default widget, which the service inserts (widget/build.ts). */
declare const given: Record<string, string>;

const isCall = (value: unknown): value is ChatWidgetCall => typeof value === 'function';

/**
 * The bytes of a pinned release are fixed, so the service cannot insert its URL. The version is in the URL of
 * the tag instead.
 */
const isOurs = (src: string) => src.startsWith(SCRIPT_ADDRESS) || src.includes(WIDGET_RELEASE);

/** Starts the widget and sets up the page's API (docs/embed.md, Calls). `queue` has earlier calls. */
function start({ src, dataset }: OwnScript, queue: unknown): void {
  const config = readConfig(src, dataset);
  const host = document.createElement('chat-widget');
  const root = host.attachShadow({ mode: 'open' });
  const call = api(config.base);
  const key = `chat-widget ${config.base}`;
  const tab = store(() => sessionStorage, key);
  const ends = new AbortController();
  const wasOpen = tab().open;
  let listeners: [string, Listener][] = [];
  let language = '';
  config.link = takeLink();
  loadExtrasFrom(config.base);

  const emit: EmitEvent = (event, detail?: object) => {
    // Each listener runs in a separate task, so that its exceptions do not affect the widget.
    for (const [name, listener] of listeners) if (name === event) setTimeout(listener, 0, detail);
  };

  const onChange = (next: State, previous: State) => {
    surface.show(next, next.open !== previous.open);
    announce(next, previous, emit);
  };

  const chat = conversation(
    call,
    store(() => localStorage, key),
    tab,
    onChange,
  );

  const speak = async (wanted = config.locale || document.documentElement.lang || navigator.language) => {
    const next = wanted.slice(0, 2).toLowerCase();
    if (next === language) return;
    language = next;
    const sentences = await loadSentences(call, next);
    surface.speak(sayIn(sentences), sentences.You ? next : 'en');
  };

  const toggle = (open = !chat.state().open) => {
    if (open === chat.state().open) return;
    mount();
    if (!language) void speak();
    chat.show(open);
    if (open) surface.enrich();
  };

  const surface = view(root, config, chat, toggle);
  applyTheme(dataset, surface.shell.style);

  const wake = () => {
    if (!document.hidden) chat.wake();
  };

  // A constructed style sheet is not subject to the page's Content-Security-Policy.
  const sheet = new CSSStyleSheet();

  const mount = () => {
    if (!place.attach() || root.adoptedStyleSheets[0]) return;
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    for (const event of ['online', 'visibilitychange']) addEventListener(event, wake, ends);
    addEventListener('pagehide', chat.rest, ends);
    addEventListener('storage', chat.follow, ends);
    emit('ready');
  };

  onceLoaded(() => {
    mount();
    if (config.link || (wasOpen && innerWidth > 479)) toggle(true);
  });
  chat.follow();

  const place = onPage(host, () => widget.destroy());
  const widget = {
    version: WIDGET_RELEASE.slice(7, -1),
    open: () => toggle(true),
    close: () => toggle(false),
    toggle: () => toggle(),
    show() {
      surface.launcher.hidden = false;
    },
    hide() {
      surface.launcher.hidden = true;
    },
    destroy() {
      ends.abort();
      place.detach();
      chat.rest();
      if (window.ChatWidget === widget) window.ChatWidget = [];
    },
    reset() {
      store(() => localStorage, `${key} list`)({});
      chat.restart();
    },
    prefill: surface.setDraft,
    setLocale: speak,
    setTheme(theme: string) {
      surface.shell.style.colorScheme = themeOf(theme);
    },
    requestHuman: chat.askPerson,
    getUnreadCount: () => unread(chat.state()),
    on(event: string, listener: Listener) {
      listeners.push([event, listener]);
    },
    off(event: string, listener: Listener) {
      listeners = listeners.filter(([name, it]) => name !== event || it !== listener);
    },
    /** Calls functions with the widget, after it has loaded. */
    push(...calls: readonly unknown[]) {
      for (const it of calls) if (isCall(it)) it(widget);
    },
  } satisfies ChatWidget;
  window.ChatWidget = widget;
  widget.push(...list(queue));
}

const script = ownScript(isOurs, given);
const queue = window.ChatWidget;
if (!script.src.startsWith('http')) console.warn('no script');
else if (!loose(queue).version) start(script, queue);
