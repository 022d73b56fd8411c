import type { ScriptMessage } from '../src/wire/widgets.ts';
import type { PageApi, TellFrame } from './loader-part.ts';
import type { LoaderView } from './loader-view.ts';
import type { OwnScript } from './own-script.ts';
import { proactiveCard } from './proactive-card.ts';
import {
  afterClosed,
  afterOpened,
  afterShown,
  isForPage,
  mayShow,
  type Memory,
  merged,
  messageFor,
  nextPage,
  NO_MEMORY,
  readMemory,
} from './proactive-rules.ts';
import { clear, store } from './storage.ts';

/** The service calls this part with the widget's messages, and with its own word for “Close”, if any. */
declare const given: { messages: readonly ScriptMessage[]; close?: string };

/** The loader calls it with what it needs (loader-part.ts). */
declare const widget: PageApi;
declare const tell: TellFrame;
declare const surface: LoaderView;
declare const script: OwnScript;

/** The word “Close” by language, from the widget's texts: none is loaded before the visitor acts. */
declare const CLOSE_WORDS: Readonly<Record<string, string>>;

const { messages } = given;
const { src, dataset } = script;
const key = `chat-widget ${src} messages`;
const storage = store(() => localStorage, key);
const { shell, launcher, frame } = surface;

let { locale = '' } = dataset;
let memory = NO_MEMORY;
/** The path of the page, and how long it has been visible. */
let path = '';
let seconds = 0;
let shown: ScriptMessage | undefined;
let timer = 0;
/** The visitor's consent, where the site requires it: without, nothing is shown or stored. */
let allowed = false;

/** Takes over what other tabs have stored. */
const recall = () => (memory = merged(memory, readMemory(storage())));

const remember = (change: (memory: Memory) => Memory) => {
  if (!allowed) return;
  memory = { ...change(recall()), seenAt: Date.now() };
  storage(memory);
};

const draw = (message?: ScriptMessage) => {
  if (message === shown) return;
  shown = message;
  card.show(message?.text ?? '');
};

const stop = () => {
  clearInterval(timer);
  timer = 0;
  draw();
};

const card = proactiveCard(surface, {
  open() {
    const text = shown?.text ?? '';
    remember((it) => afterOpened(it, text));
    stop();
    tell('greet', { text }, true);
    widget.open();
  },
  close() {
    const { id } = shown ?? { id: '' };
    remember((it) => afterClosed(it, id));
    stop();
  },
  closeLabel: () =>
    given.close ??
    CLOSE_WORDS[(locale || document.documentElement.lang || navigator.language).slice(0, 2)] ??
    'Close',
});

/** Ends when the widget was destroyed, or the consent withdrawn. */
const end = () => {
  stop();
  allowed = false;
};

/** Shows what is due, and removes what no longer fits the page. */
const update = () => {
  recall();
  // A frame that is loaded is in use, or a person is there.
  const mayDraw = !frame.src && !launcher.hidden;
  if (shown && mayDraw && !memory.quiet && isForPage(shown, path)) return;
  const next = mayDraw ? messageFor(messages, path, seconds, memory) : undefined;
  if (next) remember((it) => afterShown(it, next.id));
  draw(next);
  if (!next && !messages.some((it) => mayShow(it, memory))) stop();
};

/**
 * Runs each second while a message may show. Polling the path needs neither events nor patches of the page's
 * history, and costs the same for a page that changes it 10 000 times.
 */
const tick = () => {
  if (window.ChatWidget !== widget) end();
  if (!timer || document.hidden || !shell.isConnected) return;
  const { pathname } = location;
  seconds = pathname === path ? seconds + 1 : 0;
  path = pathname;
  update();
};

const start = () => {
  if (allowed) return;
  allowed = true;
  remember((it) => nextPage(it, Date.now()));
  if (frame.src) remember((it) => afterOpened(it));
  // The conversation that began with a message keeps it as its first line.
  if (memory.opening) tell('greet', { text: memory.opening }, true);
  timer = window.setInterval(tick, 1e3);
  setTimeout(tick);
};

const forget = () => {
  end();
  memory = NO_MEMORY;
};

widget.consent = (isGiven = true) => {
  if (isGiven) {
    start();
    return;
  }
  forget();
  clear(() => localStorage, key);
};
// Another tab has withdrawn the consent: this one must not store again what was removed.
addEventListener('storage', ({ key: changed, newValue }) => {
  if (changed === key && newValue === null) forget();
});
const { setLocale } = widget;
widget.setLocale = (tag) => {
  locale = tag;
  setLocale(tag);
};
widget.on('opened', () => {
  remember((it) => afterOpened(it));
  stop();
});
// The time of the last page is also that of leaving it.
addEventListener('visibilitychange', () => remember((it) => it));
if ((dataset.consent ?? 'granted') === 'granted') start();
