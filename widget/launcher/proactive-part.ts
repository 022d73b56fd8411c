import type { ScriptMessage } from '../../src/widgets/wire/widgets.ts';
import type { PageApi, PostToFrame } from './part.ts';
import type { LauncherView } from './launcher.ts';
import type { OwnScript } from '../stub/own-script.ts';
import { proactiveCard } from './proactive-card.ts';
import {
  afterClosed,
  afterOpened,
  afterShown,
  isForPage,
  mayShow,
  type Memory,
  mergeMemories,
  messageFor,
  onNextPage,
  NO_MEMORY,
  readMemory,
} from './proactive-rules.ts';
import { clear, store } from '../storage.ts';

/** The service's parameters: the widget's messages, and a custom text for "Close". */
declare const given: { messages: readonly ScriptMessage[]; close?: string };

/** Parameters from the script (part.ts). */
declare const widget: PageApi;
declare const tell: PostToFrame;
declare const isLoaded: () => boolean;
declare const surface: LauncherView;
declare const script: OwnScript;

/** The text for "Close" by language, because no texts are loaded before the visitor acts. */
declare const CLOSE_WORDS: Readonly<Record<string, string>>;

const { messages } = given;
const { src, dataset } = script;
const key = `chat-widget ${src} messages`;
const storage = store(() => localStorage, key);
const { shell, launcher } = surface;

let { locale = '' } = dataset;
let memory = NO_MEMORY;
/** The path of the page, and how long it has been visible, in seconds. */
let path = '';
let seconds = 0;
let shown: ScriptMessage | undefined;
let timer = 0;
/** Whether the visitor has consented, if the site requires it. Without consent nothing is shown or stored. */
let allowed = false;

/** Merges data that other tabs have stored. */
const recall = () => (memory = mergeMemories(memory, readMemory(storage())));

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

/** Ends after the widget was destroyed or consent was withdrawn. */
const end = () => {
  stop();
  allowed = false;
};

/** Shows a due message, and removes one that does not match the page any more. */
const update = () => {
  recall();
  // A loaded frame means that the chat is in use or an agent is present.
  const mayDraw = !isLoaded() && !launcher.hidden;
  if (shown && mayDraw && !memory.quiet && isForPage(shown, path)) return;
  const next = mayDraw ? messageFor(messages, path, seconds, memory) : undefined;
  if (next) remember((it) => afterShown(it, next.id));
  draw(next);
  if (!next && !messages.some((it) => mayShow(it, memory))) stop();
};

/**
 * Runs every second while a message could be shown. Polling the path needs neither events nor patches of the
 * page's history, and has constant cost.
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
  remember((it) => onNextPage(it, Date.now()));
  if (isLoaded()) remember((it) => afterOpened(it));
  // A conversation that began with a message keeps it as its greeting.
  if (memory.opening) tell('greet', { text: memory.opening }, true);
  timer = window.setInterval(tick, 1000);
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
// Another tab has withdrawn consent, so this tab must not store the removed data again.
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
// Also records the time at which the visitor leaves the last page.
addEventListener('visibilitychange', () => remember((it) => it));
if ((dataset.consent ?? 'granted') === 'granted') start();
