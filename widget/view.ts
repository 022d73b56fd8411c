import type { Config } from './config.ts';
import type { Conversation } from './conversation.ts';
import { button, h, icon, ICONS, link, write } from './dom.ts';
import { sayIn, type Say } from './i18n.ts';
import { interrupted, running, UNDELIVERED, unread, type State } from './state.ts';
import { threadView } from './thread-view.ts';

export interface View {
  shell: HTMLElement;
  launcher: HTMLElement;
  /** Draws a state with the next frame, or `now`. */
  show(state: State, now?: boolean): void;
  speak(say: Say, locale: string): void;
  /** Puts a text into the composer. */
  prefill(draft: string): void;
}

/** The longest message, in code points (specification, Limits). */
const LIMIT = 4000;

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
  let timer: ReturnType<typeof setTimeout> | undefined;

  const badge = h('b');
  const launcher = button('', () => toggle(), icon(ICONS.chat), badge);
  const by = h('p', 'small');
  const save = button('', () => {
    const href = URL.createObjectURL(new Blob([log.innerText]));
    Object.assign(h('a'), { href, download: 'chat.txt' }).click();
  });
  const loud = button('', chat.toggleSound);
  const end = button('', chat.restart);
  const more = h('summary', '', icon(ICONS.menu));
  const menu = h('details', '', more, h('div', 'float', save, loud, end));
  const close = button('', () => toggle(false), icon(ICONS.close));
  const greeting = h('div', 'bubble');
  const notice = h('span');
  const privacy = link(config.privacyUrl);
  const chips = h('div', 'chips', ...config.suggestions.map((it) => button('', () => chat.send(it), it)));
  const log = h('div');
  const tail = h('div');
  const note = h('span');
  const retry = button('', () => (state.status === 'closed' ? chat.restart() : chat.retry()));
  const notes = h('p', 'small', note, retry);
  const thread = h('div', 'thread', greeting, h('p', 'small', notice, ' ', privacy), chips, log, tail, notes);
  const toEnd = () => {
    thread.scrollTop = thread.scrollHeight;
  };
  const pill = button('pill float', toEnd);
  const input = h('textarea');
  const submit = button('', () => (stops() ? chat.stop() : send()));
  const composer = h('div', 'composer', input, submit);
  const person = button('', () => chat.requestHuman(person.innerText));
  const count = h('span');
  const header = h('header', '', h('div', '', h('h2', '', config.title), by), menu, close);
  const panel = h('dialog', 'float', header, thread, pill, composer, h('footer', 'small', person, count));
  const shell = h('div', config.left ? 'root left' : 'root', panel, launcher);
  const showThread = threadView(log, tail, chat);

  const draft = () => input.value.trim();
  const left = () => LIMIT - [...draft()].length;
  const stops = () => !draft() && !!running(state) && !state.agent;
  const atEnd = () => thread.scrollHeight - thread.scrollTop - thread.clientHeight < 40;

  const prefill = (draft: string) => {
    input.value = draft;
    chat.type(draft);
  };

  const send = () => {
    const message = draft();
    if (!message || left() < 0) return;
    prefill('');
    chat.send(message);
    toEnd();
    input.focus();
  };

  /** What the visitor is told below the thread, and by which word they get on. */
  const advice = (): [sentence: string, way?: string] => {
    const last = state.turns.at(-1);
    if (state.status === 'closed')
      return [say('This conversation has ended.'), say('Start a new conversation')];
    const seconds = Math.max(0, Math.ceil(((last?.retryAt ?? 0) - Date.now()) / 1e3));
    clearTimeout(timer);
    if (seconds) timer = setTimeout(draw, 1e3);
    const failure = last?.failure || (state.refused ? UNDELIVERED : '');
    if (!failure && !interrupted(state)) return [''];
    // Below a part of an answer stands already that it was interrupted.
    return [failure && !last?.answer ? say(failure, seconds) : '', say('Try again')];
  };

  const draw = () => {
    frame = 0;
    const news = unread(state);
    launcher.ariaLabel = config.title + (news ? `. ${say('Unread: {}', news)}` : '');
    launcher.ariaExpanded = String(state.open);
    write(badge, news ? String(news) : '');
    // What nobody sees costs the page nothing.
    if (!state.open && !panel.open) return;
    const stick = atEnd();
    const focused = root.activeElement;
    const over = left() < 0;
    const [sentence, way = ''] = advice();
    const stopping = stops();
    panel.dir = /^(ar|he)/.test(locale) ? 'rtl' : 'ltr';
    panel.lang = locale;
    panel.ariaLabel = config.title;
    loud.ariaPressed = String(state.sound);
    more.title = say('Options');
    close.title = say('Close');
    thread.tabIndex = 0;
    log.role = 'log';
    by.role = notes.role = 'status';
    // A countdown is said once.
    notes.ariaLive = /\d/.test(sentence) ? 'off' : 'polite';
    input.placeholder = say('Write a message');
    input.enterKeyHint = 'send';
    input.dir = input.value && 'auto';
    input.ariaInvalid = String(over);
    submit.replaceChildren(icon(stopping ? ICONS.stop : ICONS.send));
    submit.title = say(stopping ? 'Stop' : 'Send');
    submit.disabled = !stopping && (over || !draft());
    write(
      by,
      state.agent || say(state.status === 'human_requested' ? 'A person will answer here.' : 'AI assistant'),
    );
    write(save, say('Download transcript'));
    write(loud, say('Sound'));
    write(end, say('End conversation'));
    write(greeting, config.greeting || say('Hello. How can we help?'));
    write(notice, say('An AI assistant answers here. It can be wrong.'));
    write(privacy, config.privacyUrl && say('Privacy'));
    write(pill, say('New messages'));
    write(person, say('Talk to a person'));
    write(count, (input.ariaDescription = left() < 200 ? say('Characters left: {}', left()) : ''));
    write(note, sentence);
    write(retry, way);
    chips.hidden = !!state.sessionId;
    end.hidden = save.hidden = !state.sessionId;
    person.hidden = state.status !== 'open';
    composer.hidden = state.status === 'closed';
    input.style.height = '0';
    input.style.height = `${input.scrollHeight}px`;
    showThread(state, say, locale);
    if (state.open !== panel.open) {
      // Closing, and both ways of showing, move the focus by themselves.
      if (!state.open) panel.close();
      // A page that opens the panel unasked leaves the focus where it is.
      else if (!navigator.userActivation.isActive) panel.open = true;
      // On a phone it covers the page.
      else if (innerWidth < 480) panel.showModal();
      else panel.show();
      toEnd();
    }
    if (stick) toEnd();
    pill.hidden = atEnd();
    // What had the focus may be gone.
    if (focused && document.activeElement === document.body) (state.open ? input : launcher).focus();
  };

  shell.style.setProperty('--fill', config.color);
  shell.style.colorScheme = config.theme;
  launcher.hidden = config.hidden;
  root.append(shell);
  input.value = state.draft;
  input.autofocus = true;
  input.oninput = () => chat.type(input.value);
  thread.onscroll = () => {
    if (atEnd()) pill.hidden = true;
  };
  shell.onkeydown = (event) => {
    if (event.key === 'Escape' && state.open) {
      if (menu.open) more.focus();
      else toggle(false);
    } else if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.target !== input) return;
    else send();
    menu.open = false;
    event.preventDefault();
  };
  panel.onclick = (event) => {
    if (event.target !== more) menu.open = false;
  };
  // It comes late: the panel may be open again.
  panel.onclose = () => toggle(panel.open);
  if (visualViewport) {
    // On a phone the panel fills what the keyboard leaves.
    visualViewport.onresize = visualViewport.onscroll = () => {
      shell.style.setProperty('--height', `${visualViewport?.height}px`);
      shell.style.setProperty('--top', `${visualViewport?.offsetTop}px`);
    };
  }

  return {
    shell,
    launcher,
    prefill,
    show(next, now) {
      state = next;
      if (now) draw();
      else frame ||= requestAnimationFrame(draw);
    },
    speak(next, nextLocale) {
      say = next;
      locale = nextLocale;
      draw();
    },
  };
};
