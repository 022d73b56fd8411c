import type { LauncherPart } from '../launcher/part.ts';
import type * as Peek from '../launcher/peek.ts';
import { readPublicConfig, type PublicConfig } from '../launcher/public-config.ts';
import { MARK, readMessage, type PageMessage } from '../frame/embedder.ts';
import { h } from '../dom.ts';
import { text } from '../model.ts';
import { store } from '../storage.ts';
import { LOADED, pageAddress } from '../surroundings.ts';
import { ownScript, type OwnScript } from './own-script.ts';
import { isStarted } from './page-api.ts';
import { pageWidget, type Content, type PageWidget } from './page-widget.ts';

/**
 * The service's parameters: the widget's public configuration, or null for an unknown widget, and its parts.
 */
declare const given: unknown;
declare const parts: readonly LauncherPart[];

/** Time-outs in milliseconds: for loading the frame, and for its first message after that. */
const LOAD_MS = 15_000;
const ANSWER_MS = 2000;

const notSetUp = (_given?: unknown) => console.warn('not set up');

/** Starts a registered widget. Its panel contains a frame, which is loaded when it is first needed. */
const start = (script: OwnScript, look: PublicConfig): void => {
  const { src } = script;
  const { href: base, origin } = new URL('.', src);
  const release = base + WIDGET_RELEASE;
  const { strings, title } = look;
  const tab = store(() => sessionStorage, `chat-widget ${src}`);
  const before = tab();
  const frame = h('iframe');
  frame.title = title;
  frame.allow = 'clipboard-write';
  let theme = '';
  let unread = 0;
  /** An agent is requested or has claimed: the frame is loaded on the next page as well. */
  let { live } = before;
  let ready = false;
  /** The frame shows its content. */
  let isShown = false;
  /** Messages for the frame before it has loaded. */
  const waiting: object[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const post = (message: object) => frame.contentWindow?.postMessage({ ...MARK, ...message }, origin);
  /** Posts to the frame. Before it has loaded, `later` messages are queued, unless `hello` includes them. */
  const tell = (type: PageMessage, more?: object, later?: boolean) => {
    const message = { type, ...more };
    if (ready) post(message);
    else if (later) waiting.push(message);
  };

  const contentOf = (page: PageWidget): Content => {
    const { surface, isOpen } = page;

    const within = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => page.showContent('failed'), milliseconds);
    };
    const load = () => {
      within(LOAD_MS);
      page.showContent('loading');
      frame.remove();
      // The frame has the same id as the script.
      frame.src = `${base}widget/frame${new URL(src).search}${LOADED}=${pageAddress()}`;
      surface.panel.append(frame);
    };
    const reveal = () => {
      if (isShown) return;
      isShown = true;
      if (surface.hasFocus() && page.root.activeElement !== frame) frame.focus();
      page.showContent('ready');
    };
    const keep = () => tab({ open: isOpen(), live });

    const onMessage = ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin) return;
      const [type, fields] = readMessage(data);
      if (type === 'ready') {
        clearTimeout(timer);
        ready = true;
        for (const message of waiting.splice(0)) post(message);
      } else if (type === 'close') page.toggle(false);
      else if (type === 'peek') {
        void (import(`${release}peek.js`) as Promise<typeof Peek>).then(
          (it) => it.peek({ frame, page, unread: () => unread }, fields),
          // Without the module there is no preview, and the next message tries it again.
          () => {},
        );
      } else if (type === 'state') {
        // The frame sends it first when it has its texts.
        reveal();
        const count = Number(fields.count);
        if (count !== unread) page.emit('unread', { count });
        surface.unread((unread = count), text(fields.label));
        live = fields.live;
        keep();
      } else if (type === 'event') page.emit(text(fields.event), fields.detail);
    };

    addEventListener('message', onMessage, { signal: page.signal });
    // Also runs after the page has moved the widget, which reloads the frame.
    frame.onload = () => {
      ready = isShown = false;
      within(ANSWER_MS);
      const locale = page.language();
      post({
        type: 'hello',
        open: isOpen(),
        focus: surface.hasFocus(),
        locale,
        theme,
        room: innerWidth > 479,
      });
    };
    const tellLoaded = (type: PageMessage) => () => {
      if (!frame.src) load();
      tell(type, {}, true);
    };
    return {
      load,
      isNeeded: () => !!live && !frame.src,
      show(open) {
        if (!frame.src) load();
        tell(open ? 'open' : 'close', { focus: surface.hasFocus(), page: pageAddress() });
        keep();
      },
      prefill: (draft) => tell('prefill', { text: draft }, true),
      requestHuman: tellLoaded('request-human'),
      reset: tellLoaded('reset'),
      setLocale: (locale) => tell('locale', { locale }),
      setTheme(name) {
        theme = name;
        tell('theme', { theme });
      },
      unread: () => unread,
      end: () => clearTimeout(timer),
      extend(widget) {
        const extended = Object.assign(widget, { identify: notSetUp, logout: notSetUp, consent: notSetUp });
        const channel = { tell, tellLoaded, isLoaded: () => !!frame.src };
        for (const part of parts) part(extended, channel, surface, script);
      },
    };
  };

  pageWidget({
    script,
    look,
    strings,
    release,
    isWanted: before.open === true && innerWidth > 479,
    contentOf,
  });
};

const script = ownScript();
if (!given) console.warn('The chat is unknown or disabled.');
else if (!isStarted()) start(script, readPublicConfig(given));
