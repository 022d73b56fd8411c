import type { Config } from './config.ts';
import { button, h, icon, ICONS, link, write } from '../dom.ts';
import { sayIn, type Say } from '../languages/say.ts';
import { initials } from '../initials.ts';
import { composer } from './composer.ts';
import { containEvents } from './contain-events.ts';
import type { PanelContext } from './context.ts';
import type { Conversation } from './conversation-calls.ts';
import { scrolling } from './scrolling.ts';
import type { LaterModules } from './modules.ts';
import styles from './panel.css';
import { panelParts } from './parts.ts';
import { adoptStyles, type Place } from './place.ts';
import { failureOf, interruptedAnswer, unread, type State } from './state.ts';
import { threadView } from './thread-view.ts';

interface View {
  /** Renders a state in the next animation frame, or immediately with `now`. */
  show(state: State, now?: boolean): void;
  speak(say: Say, locale: string): void;
  /** Sets the text in the composer. */
  setDraft(draft: string): void;
  /** Moves the focus to the message field. */
  focus(): void;
}

const RIGHT_TO_LEFT = ['ar', 'he'];

/** The content of the panel. */
export const view = (place: Place, config: Config, chat: Conversation, modules: LaterModules): View => {
  const { root, panel } = place;
  /** Missing until the visitor's texts are there, before which nothing is drawn. */
  let translate: Say | undefined;
  let frame = 0;
  const say: Say = (english, value) => (translate ?? sayIn({}))(english, value);

  /** Sends a suggestion. Its button is disabled or hidden, so the focus moves to the thread. */
  const choose = (suggestion: string) => {
    if (field.element.hidden) return;
    chat.send(suggestion);
    toEnd();
    thread.focus();
  };

  const by = h('p', 'small');
  const close = button('', () => place.toggle(false), icon(ICONS.close));
  const greeting = h('div', 'bubble');
  const notice = h('span');
  const privacy = link(config.privacyUrl);
  const chips = h('div', 'chips', ...config.suggestions.map((it) => button('chip', () => choose(it), it)));
  const log = h('div');
  const tail = h('div');
  const note = h('span');
  const retry = button('', () => (field.element.hidden ? chat.restart() : chat.retry()));
  const notes = h('p', 'small', note, ' ', retry);
  const thread = h('div', 'thread', greeting, h('p', 'small', notice, ' ', privacy), chips, log, tail, notes);
  const toEnd = () => {
    thread.scrollTop = thread.scrollHeight;
  };
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
  const field = composer({ chat, count, say, onSent: toEnd });
  const { input } = field;
  // The logo of a registered widget takes its place.
  const face = h('span', 'face', initials(config.title));
  const header = h('header', '', face, h('div', '', h('h2', '', config.title), by), close);
  const hadFocus = panel.contains(root.activeElement);
  panel.replaceChildren(header, thread, field.element, h('footer', 'small', person, count));
  const active = () => root.activeElement;

  const scroll = scrolling(thread, say);
  const context: PanelContext = {
    place,
    config,
    chat,
    modules,
    thread,
    input,
    show: scroll.show,
    say,
    choose,
    redraw: () => draw(),
    state: chat.state(),
    locale: 'en',
    answersTo: '',
  };
  adoptStyles(root, styles);
  const parts = panelParts(context, scroll);
  const showThread = threadView(log, tail, parts.decorate);

  /** Texts that do not depend on the conversation. */
  const label = () => {
    const lang = context.locale.slice(0, 2);
    // Setting it to the same value would restyle each message of the thread.
    if (panel.lang !== lang) {
      panel.lang = lang;
      panel.dir = RIGHT_TO_LEFT.includes(lang) ? 'rtl' : 'ltr';
    }
    close.title = say('Close');
    write(greeting, config.greeting || say('Hello. How can we help?'));
    write(notice, say('AI answers can contain mistakes.'));
    write(privacy, config.privacyUrl && say('Privacy'));
    write(ask, say('Talk to a person'));
  };

  /** Notices about ended or failed turns, with the next step. */
  const drawNotes = () => {
    const { state } = context;
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
        (!last?.answer && failure && say(failure, state.wait && Math.ceil((state.wait - Date.now()) / 1000))),
    );
    write(
      retry,
      closed ? say('Start a new conversation') : (failure || interruptedAnswer(state)) && say('Try again'),
    );
    field.element.hidden = closed;
  };

  const draw = () => {
    frame = 0;
    if (!translate) return;
    const { state } = context;
    const news = unread(state);
    place.unread(news, say('Unread: {}', news));
    if (state.open || panel.open) drawPanel(state);
    // Otherwise only what is next to the launcher is rendered.
    else parts.draw();
  };

  const drawPanel = (state: State) => {
    const focused = active();
    write(by, state.agent || say('AI assistant'));
    drawNotes();
    chips.hidden = !!state.sessionId;
    panel.classList.toggle('fresh', !state.sessionId);
    person.hidden = state.status !== 'open';
    label();
    field.draw(state);
    showThread(state, say, context.locale);
    parts.draw();
    // The focused element may have been removed or hidden, such as the composer of a closed conversation.
    if (state.open && focused && !(active() ?? focused).checkVisibility()) focus();
  };

  const focus = () => {
    // The composer of a closed conversation is hidden.
    thread.focus();
    input.focus();
  };

  panel.ariaLabel = config.title;
  thread.tabIndex = 0;
  log.role = 'log';
  by.role = 'status';
  input.value = context.state.draft;
  containEvents(place.shell, place.launcher);
  // The visitor has opened the panel before its content was there.
  if (hadFocus) focus();

  return {
    setDraft: field.setDraft,
    focus,
    show(next, now) {
      context.state = next;
      if (now) draw();
      else frame ||= requestAnimationFrame(draw);
    },
    speak(next, nextLocale) {
      translate = next;
      // Dates follow the browser's regional variant: `en-GB` for `en`.
      context.locale = navigator.language.startsWith(nextLocale) ? navigator.language : nextLocale;
      draw();
    },
  };
};
