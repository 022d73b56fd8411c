import type { Config } from './config.ts';
import type { Conversation } from './conversation-calls.ts';
import { containEvents } from './contain-events.ts';
import { button, h, icon, ICONS, link, write } from './dom.ts';
import { extras, type Extras } from './extras.ts';
import { sayIn, type Say } from './i18n.ts';
import { isComposing } from './input-method.ts';
import { askAgain, failureOf, running, unread, type State } from './state.ts';
import { plain, threadView, type Format } from './thread-view.ts';

interface View {
  shell: HTMLElement;
  launcher: HTMLElement;
  /** Renders a state in the next animation frame, or immediately with `now`. */
  show(state: State, now?: boolean): void;
  speak(say: Say, locale: string): void;
  /** Loads the second file and adds its parts. Each call retries a failed load. */
  enrich(): void;
  /** Sets the text in the composer. */
  setDraft(draft: string): void;
}

/** The longest message, in code points (docs/rules.md, Limits). */
const LIMIT = 4000;
/**
 * Send turns into Stop at the same place, so clicks are ignored for this time after sending, in milliseconds.
 */
const GUARD_MS = 500;
/** A text without such a character is empty: there is nothing to see. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{DI}]/u;

/** The launcher and the panel. */
export const view = (
  root: ShadowRoot,
  config: Config,
  chat: Conversation,
  toggle: (open?: boolean) => void,
): View => {
  let state = chat.state();
  let say = sayIn({});
  let locale = 'en';
  let frame = 0;
  let sentAt = -GUARD_MS;
  /** The second file's render functions; undefined until it is loaded. */
  let more: ReturnType<Extras['enrich']> | undefined;
  /** Renders the text of an answer; undefined while the second file is loading. */
  let format: Format | undefined;

  /** Sends a suggestion. Its button is disabled or hidden, so the focus moves to the thread. */
  const choose = (suggestion: string) => {
    if (composer.hidden) return;
    chat.send(suggestion);
    toEnd();
    thread.focus();
  };

  const badge = h('b');
  const launcher = button('', () => toggle(), icon(config.icon), icon(ICONS.close), badge);
  const by = h('p', 'small');
  const close = button('', () => toggle(false), icon(ICONS.close));
  const greeting = h('div', 'bubble');
  const notice = h('span');
  const privacy = link(config.privacyUrl);
  const chips = h('div', 'chips', ...config.suggestions.map((it) => button('chip', () => choose(it), it)));
  const log = h('div');
  const tail = h('div');
  const note = h('span');
  const retry = button('', () => (composer.hidden ? chat.restart() : chat.retry()));
  const notes = h('p', 'small', note, ' ', retry);
  const thread = h('div', 'thread', greeting, h('p', 'small', notice, ' ', privacy), chips, log, tail, notes);
  const toEnd = () => {
    thread.scrollTop = thread.scrollHeight;
  };
  const input = h('textarea');
  const submit = button('', ({ detail }) => {
    // Ignores the second click of a double click.
    if (detail > 1 || performance.now() - sentAt < GUARD_MS) return;
    if (stops()) chat.stop();
    else send();
  });
  const composer = h('div', 'composer', input, submit);
  const ask = h('span');
  const person = button(
    '',
    () => {
      toEnd();
      chat.askPerson(ask.innerText);
    },
    icon(ICONS.person),
    ask,
  );
  const count = h('span');
  const face = h('span', 'face');
  const header = h('header', '', face, h('div', '', h('h2', '', config.title), by), close);
  const panel = h('dialog', 'float', header, thread, composer, h('footer', 'small', person, count));
  const shell = h('div', config.left ? 'root left' : 'root', panel, launcher);
  const active = () => root.activeElement;
  const showThread = threadView(log, tail);

  const draft = () => (SEEN.test(input.value) ? input.value.trim() : '');
  const left = () => LIMIT - [...draft()].length;
  const stops = () => !draft() && !!running(state) && !state.agent;
  const atEnd = () => thread.scrollHeight - thread.scrollTop < thread.clientHeight + 40;

  const onInput = () => {
    chat.type(input.value);
    if (left() < 200 || count.textContent) extras((it) => it.noteLength(input, count, left(), say));
  };

  const setDraft = (text: string) => {
    input.value = text;
    onInput();
  };

  const send = () => {
    const message = draft();
    if (message && left() >= 0) {
      setDraft('');
      sentAt = performance.now();
      chat.send(message);
      toEnd();
      input.focus();
    }
  };

  /** Texts that do not depend on the conversation. */
  const label = () => {
    const lang = locale.slice(0, 2);
    // Setting it to the same value would restyle each message of the thread.
    if (panel.lang !== lang) {
      panel.lang = lang;
      panel.dir = /ar|he/.test(lang) ? 'rtl' : 'ltr';
    }
    close.title = say('Close');
    input.placeholder = say('Write a message');
    write(greeting, config.greeting || say('Hello. How can we help?'));
    write(notice, say('AI answers can contain mistakes.'));
    write(privacy, config.privacyUrl && say('Privacy'));
    write(ask, say('Talk to a person'));
  };

  /** Gives the composer the height of its text, which cannot be measured while the panel is closed. */
  const fit = () => {
    input.style.height = '0';
    input.style.height = `${input.scrollHeight}px`;
  };

  const drawComposer = () => {
    const over = left() < 0;
    const stopping = stops();
    input.ariaInvalid = String(over);
    submit.replaceChildren(icon(stopping ? ICONS.stop : ICONS.send));
    submit.title = say(stopping ? 'Stop' : 'Send');
    submit.disabled = !stopping && (over || !draft());
    fit();
  };

  /** Notices about ended or failed turns, with the next step. */
  const drawNotes = () => {
    const last = state.turns.at(-1);
    const closed = state.status === 'closed';
    const failure = failureOf(state);
    // A countdown is not announced every second.
    notes.role = state.wait ? '' : 'status';
    const ended = closed && say('This conversation has ended.');
    // The partial answer already shows that it was interrupted.
    write(
      note,
      ended ||
        (!last?.answer && failure && say(failure, state.wait && Math.ceil((state.wait - Date.now()) / 1e3))),
    );
    write(
      retry,
      closed ? say('Start a new conversation') : (failure || askAgain(state) !== state) && say('Try again'),
    );
    composer.hidden = closed;
  };

  const openOrClose = () => {
    if (state.open === panel.open) return;
    // Closing and both ways of opening move the focus.
    if (!state.open) panel.close();
    else if (navigator.userActivation.isActive) {
      // On phones it covers the page.
      if (innerWidth > 479) panel.show();
      else panel.showModal();
    } else {
      // If the page opens the panel without user activation, its focus stays.
      panel.open = true;
    }
    fit();
  };

  const draw = () => {
    frame = 0;
    const news = unread(state);
    launcher.ariaLabel = config.title + (news ? `. ${say('Unread: {}', news)}` : '');
    launcher.ariaExpanded = String(state.open);
    write(badge, news && String(news));
    // The second file shows an agent's message next to the closed panel. A failed load is not retried here.
    if (news && state.agent && !format) enrich();
    if (state.open || panel.open) drawPanel();
    // Otherwise only the second file's parts are rendered.
    else more?.draw(state, locale);
  };

  const drawPanel = () => {
    // The second file brings more into view (second-file/follow.ts).
    const stick = !more && atEnd();
    const focused = active();
    panel.ariaLabel = config.title;
    thread.tabIndex = 0;
    log.role = 'log';
    by.role = 'status';
    write(by, state.agent || say('AI assistant'));
    drawNotes();
    chips.hidden = !!state.sessionId;
    panel.classList.toggle('fresh', !state.sessionId);
    person.hidden = state.status !== 'open';
    label();
    drawComposer();
    showThread(state, say, locale, [format, more?.decorate]);
    more?.draw(state, locale);
    openOrClose();
    if (stick) toEnd();
    // The focused element may have been removed or hidden, such as the composer of a closed conversation.
    if (focused && !(active() ?? focused).checkVisibility()) {
      if (state.open) {
        // The composer of a closed conversation is hidden.
        thread.focus();
        input.focus();
      } else if (!document.querySelector(':focus')) launcher.focus();
    }
  };

  const enrich = () => {
    if (more) return;
    extras(
      (it) => {
        more ??= it.enrich(root, config, chat, (...words) => say(...words), choose);
        format = more?.render;
        draw();
      },
      () => {
        format = plain;
        draw();
      },
    );
  };

  launcher.hidden = config.hidden;
  root.append(shell);
  input.value = state.draft;
  input.autofocus = true;
  launcher.accessKey = 'c';
  input.oninput = onInput;
  shell.onkeydown = (event) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape' && state.open) toggle(false);
    else if (event.key !== 'Enter' || event.shiftKey || event.target !== input) return;
    else send();
    event.preventDefault();
    event.stopPropagation();
  };
  containEvents(shell, launcher);
  // The event is asynchronous: the panel may be open again.
  panel.onclose = () => toggle(panel.open);

  return {
    shell,
    launcher,
    setDraft,
    enrich,
    show(next, now) {
      state = next;
      if (now) draw();
      else frame ||= requestAnimationFrame(draw);
    },
    speak(next, nextLocale) {
      say = next;
      // Dates follow the browser's regional variant: `en-GB` for `en`.
      locale = navigator.language.startsWith(nextLocale) ? navigator.language : nextLocale;
      draw();
    },
  };
};
