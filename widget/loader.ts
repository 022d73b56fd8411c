import { themeOf } from './config.ts';
import { readMessage, MARK, type PageMessage } from './embedder.ts';
import { readPublicConfig, type PublicConfig } from './public-config.ts';
import { sayIn } from './i18n.ts';
import type { LoaderPart } from './loader-part.ts';
import type * as PageFile from './page-file/index.ts';
import { loaderView } from './loader-view.ts';
import { list, loose, parse, text } from './model.ts';
import { onceLoaded, onPage } from './on-page.ts';
import { ownScript, type OwnScript } from './own-script.ts';
import { store } from './storage.ts';
import { LOADED, pageAddress } from './surroundings.ts';
import styles from './loader.css';

type Listener = (detail: never) => void;

/** `import` with the type of the page file, inserted by the build (widget/build.ts). */
declare const importModule: (address: string) => Promise<typeof PageFile>;

/**
 * The service's parameters: the widget's public configuration, or null for an unknown widget, and its parts.
 */
declare const given: unknown;
declare const parts: readonly LoaderPart[];

/** Time-outs in milliseconds: for loading the frame, and for its first message after that. */
const LOAD_MS = 15e3;
const ANSWER_MS = 2e3;

/** Starts a registered widget and sets up the page's API (docs/embed.md, Calls). */
function start(script: OwnScript, publicConfig: PublicConfig) {
  const { src, dataset } = script;
  const { href: base, origin } = new URL('.', src);
  const host = document.createElement('chat-widget');
  const shadow = host.attachShadow({ mode: 'open' });
  // A constructed style sheet is not subject to the page's Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  const tab = store(() => sessionStorage, `chat-widget ${src}`);
  const before = tab();
  let listeners: [string, Listener][] = [];
  let locale = dataset.locale ?? '';
  let theme = '';
  let say = sayIn(publicConfig.strings);
  let open = false;
  let unread = 0;
  /** An agent is requested or has claimed: the frame is loaded on the next page as well. */
  let { live } = before;
  let ready = false;
  /** Messages for the frame before it has loaded. */
  const waiting: object[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const emit = (event: string, detail?: unknown) => {
    // Each listener runs in a separate task, so that its exceptions do not affect the widget.
    for (const [name, listener] of listeners) if (name === event) setTimeout(listener, 0, detail);
  };
  const language = () => locale || document.documentElement.lang || navigator.language;

  const post = (message: object) => frame.contentWindow?.postMessage({ ...MARK, ...message }, origin);
  /** Posts to the frame. Before it has loaded, `later` messages are queued, unless `hello` includes them. */
  const tell = (type: PageMessage, more?: object, later?: boolean) => {
    const message = { type, ...more };
    if (ready) post(message);
    else if (later) waiting.push(message);
  };
  const tellLoaded = (type: PageMessage) => () => {
    load();
    tell(type, {}, true);
  };

  const fail = async () => {
    surface.stand(false, say, true);
    // If that fails too, the texts stay English.
    const answer = await fetch(`${base}${WIDGET_RELEASE}${language().slice(0, 2)}.json`).catch(
      () => undefined,
    );
    say = sayIn({ ...parse(String(await answer?.text())), ...publicConfig.strings });
    if (!ready) surface.stand(false, say, true);
  };
  const within = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void fail(), milliseconds);
  };

  const load = (again?: boolean) => {
    if (frame.src && !again) return;
    within(LOAD_MS);
    surface.stand(false, say);
    // The frame has the same id as the script.
    surface.load(`${base}widget/frame${new URL(src).search}${LOADED}=${pageAddress()}`);
  };

  const onMessage = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame.contentWindow || from !== origin) return;
    const [type, fields] = readMessage(data);
    if (type === 'ready') {
      clearTimeout(timer);
      ready = true;
      surface.stand(true, say);
      for (const message of waiting.splice(0)) post(message);
    } else if (type === 'close') toggle(false);
    else if (type === 'peek') {
      void importModule(`${base}${WIDGET_RELEASE}page.js`).then((it) => it.peek(widget, surface, fields));
    } else if (type === 'state') {
      const count = Number(fields.count);
      if (count !== unread) emit('unread', { count });
      surface.unread((unread = count), text(fields.label));
      live = fields.live;
      keep();
    } else if (type === 'event') emit(text(fields.event), fields.detail);
  };

  const keep = () => tab({ open, live });

  const toggle = (next = !open) => {
    if (next === open) return;
    open = next;
    mount();
    load();
    surface.show(open);
    tell(open ? 'open' : 'close', { focus: surface.hasFocus(), page: pageAddress() });
    keep();
    emit(open ? 'opened' : 'closed');
  };

  const surface = loaderView(shadow, publicConfig, toggle, () => load(true));
  const { frame, launcher } = surface;

  const mount = () => {
    if (!place.attach() || shadow.adoptedStyleSheets[0]) return;
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    addEventListener('message', onMessage);
    emit('ready');
  };

  onceLoaded(() => {
    mount();
    if (before.open && innerWidth > 479) toggle(true);
    if (live) load();
  });
  launcher.hidden = (dataset.hidden ?? 'false') !== 'false';
  // Also runs after the page has moved the widget, which reloads the frame.
  frame.onload = () => {
    ready = false;
    within(ANSWER_MS);
    post({
      type: 'hello',
      open,
      focus: surface.hasFocus(),
      locale: language(),
      theme,
      room: innerWidth > 479,
    });
  };

  const notSetUp = (_given?: unknown) => console.warn('not set up');
  const place = onPage(host, () => widget.destroy());
  const widget = {
    version: WIDGET_RELEASE.slice(7, -1),
    open: () => toggle(true),
    close: () => toggle(false),
    toggle: () => toggle(),
    show() {
      launcher.hidden = false;
    },
    hide() {
      launcher.hidden = true;
    },
    destroy() {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
      place.detach();
      if (window.ChatWidget === widget) window.ChatWidget = [];
    },
    reset: tellLoaded('reset'),
    prefill: (draft: unknown) => tell('prefill', { text: String(draft) }, true),
    setLocale(tag: string) {
      locale = tag;
      tell('locale', { locale });
    },
    setTheme(name: string) {
      theme = name;
      surface.shell.style.colorScheme = themeOf(name);
      tell('theme', { theme });
    },
    requestHuman: tellLoaded('request-human'),
    identify: notSetUp,
    logout: notSetUp,
    consent: notSetUp,
    getUnreadCount: () => unread,
    on(event: string, listener: Listener) {
      listeners.push([event, listener]);
    },
    off(event: string, listener: Listener) {
      listeners = listeners.filter(([name, it]) => name !== event || it !== listener);
    },
    /** Calls functions with the widget, after it has loaded. */
    push(...calls: readonly unknown[]) {
      for (const it of calls) if (typeof it === 'function') Reflect.apply(it, undefined, [widget]);
    },
  } satisfies ChatWidget;
  for (const part of parts) part(widget, [tell, tellLoaded], surface, script);
  window.ChatWidget = widget;
  widget.push(...list(queue));
}

const script = ownScript();
const queue = window.ChatWidget;
if (!given) console.warn('The chat is unknown or disabled.');
else if (!loose(queue).version) start(script, readPublicConfig(given));
