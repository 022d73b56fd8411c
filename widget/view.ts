import type { Config } from './config.ts';
import type { Conversation } from './conversation.ts';
import { button, h, icon, say, set } from './dom.ts';
import { ENGLISH, fill, type Words } from './i18n.ts';
import { agentName, text } from './model.ts';
import { newest, running, unread, type State } from './state.ts';
import { link, threadView } from './thread-view.ts';

export interface View {
  shell: HTMLElement;
  launcher: HTMLElement;
  /** Draws a state with the next frame, or `now`. */
  show(state: State, now?: boolean): void;
  speak(words: Words, locale: string): void;
  /** Puts a text into the composer. */
  prefill(draft: string): void;
  /** Moves the focus into the panel, or back to where the visitor came from. */
  focus(into: boolean): void;
}

/** The longest message, in code points (specification, Limits). */
const LIMIT = 4000;

/** The launcher and the panel. */
export const view = (
  root: ShadowRoot,
  config: Config,
  chat: Conversation,
  toggle: (open?: boolean) => void,
  sound: { on: boolean; toggle: () => void },
): View => {
  let state = chat.state();
  let words = ENGLISH;
  let locale = 'en';
  let frame = 0;
  let opener: Element | null = null;
  const labels: [Element, keyof Words][] = [];
  /** An element that says one of the widget's words. */
  const worded = <E extends Element>(word: keyof Words, element: E): E => {
    labels.push([element, word]);
    return element;
  };

  const badge = h('b', 'badge');
  const launcher = button('launcher', () => toggle(), icon('chat'), badge);
  const by = set(h('p', 'small'), { role: 'status' });
  const save = worded(
    'transcript',
    button('', () => {
      const lines = state.messages.map((message) => {
        const author = message.role === 'visitor' ? words.you : agentName(message) || words.assistant;
        return `${text(message.createdAt)} ${author}: ${message.content}\n`;
      });
      set(h('a'), { href: URL.createObjectURL(new Blob(lines)), download: 'chat.txt' }).click();
    }),
  );
  const loud = worded('sound', button('', sound.toggle));
  const end = worded('end', button('', chat.restart));
  const more = h('summary', 'tool', icon('menu'));
  const menu = h('details', '', more, h('div', 'float', save, loud, end));
  const close = button('tool', () => toggle(false), icon('close'));
  const greeting = set(h('div', 'bubble'), { dir: 'auto' });
  const privacy = config.privacyUrl && worded('privacy', link(config.privacyUrl));
  const chips = h('div', 'chips', ...config.suggestions.map((it) => button('', () => chat.send(it), it)));
  const log = set(h('div'), { role: 'log' });
  const tail = h('div');
  const note = h('span');
  const retry = button('', () => (state.status === 'closed' ? chat.restart() : chat.retry()));
  const notes = h('p', 'small', note, retry);
  const thread = h(
    'div',
    'thread',
    greeting,
    h('p', 'small', worded('notice', h('span')), ' ', privacy),
    chips,
    log,
    tail,
    notes,
  );
  const toEnd = () => {
    thread.scrollTop = thread.scrollHeight;
  };
  const pill = worded('newest', button('pill float', toEnd));
  const input = h('textarea');
  const submit = button('', () => (stops() ? chat.stop() : send()));
  const composer = h('div', 'composer', input, submit);
  const person = worded(
    'person',
    button('', () => chat.requestHuman(words.person)),
  );
  const count = set(h('span'), { id: 'count' });
  const panel = h(
    'dialog',
    'panel float',
    h('header', '', h('div', '', h('h2', '', config.title), by), menu, close),
    thread,
    pill,
    composer,
    h('footer', 'small', person, count),
  );
  const shell = h('div', config.left ? 'root left' : 'root', panel, launcher);
  const showThread = threadView(log, tail, chat);

  const draft = () => input.value.trim();
  const left = () => LIMIT - [...draft()].length;
  const stops = () => !draft() && !!running(state) && !state.agent;
  const atEnd = () => thread.scrollHeight - thread.scrollTop - thread.clientHeight < 40;

  const send = () => {
    const message = draft();
    if (!message || left() < 0) return;
    prefill('');
    chat.send(message);
    toEnd();
    input.focus();
  };

  const prefill = (draft: string) => {
    input.value = draft;
    chat.type(draft);
  };

  /** What the visitor is told below the thread, and by which word they get on. */
  const notice = (): [sentence: string, way?: string] => {
    const last = newest(state);
    const failed = state.turns.find((turn) => turn.phase === 'failed');
    if (state.status === 'closed' || failed?.failure === 'ended') return [words.ended, words.restart];
    if (failed?.failure) {
      const seconds = Math.max(0, Math.ceil(((failed.retryAt ?? 0) - Date.now()) / 1e3));
      if (seconds) setTimeout(draw, 1e3);
      return [fill(words[failed.failure], seconds), words.retry];
    }
    if (state.handoff === 'failed') return [words.failed, words.retry];
    if (last?.interrupted) return [words.broken, words.retry];
    return [state.agent && last?.role === 'visitor' ? words.waiting : ''];
  };

  const draw = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    const stick = atEnd();
    const focused = root.activeElement;
    const news = unread(state);
    const over = left() < 0;
    const action = stops() ? 'stop' : 'send';
    const [sentence, way = ''] = notice();
    for (const [element, word] of labels) say(element, words[word]);
    set(panel, { dir: /ar|he/.test(locale) ? 'rtl' : 'ltr', lang: locale, 'aria-label': config.title });
    set(launcher, {
      'aria-label': config.title + (news ? `, ${fill(words.unread, news)}` : ''),
      'aria-expanded': state.open,
    });
    set(loud, { 'aria-pressed': sound.on });
    set(more, { title: words.menu });
    set(close, { title: words.close });
    set(thread, { tabindex: 0 });
    set(input, {
      placeholder: words.message,
      'aria-invalid': over,
      'aria-describedby': 'count',
      dir: 'auto',
      enterkeyhint: 'send',
      rows: 1,
    });
    // A countdown is said once.
    set(notes, { role: 'status', 'aria-live': /\d/.test(sentence) ? 'off' : 'polite' });
    submit.replaceChildren(icon(action));
    set(submit, { title: words[action], disabled: action === 'send' && (over || !draft()) });
    say(badge, news ? String(news) : '');
    say(by, state.agent || words[state.status === 'human_requested' ? 'waiting' : 'assistant']);
    say(greeting, config.greeting || words.greeting);
    say(count, left() < 200 ? fill(words.left, left()) : '');
    say(note, sentence);
    say(retry, way);
    chips.hidden = !!state.sessionId;
    end.hidden = save.hidden = !state.sessionId;
    person.hidden = state.status !== 'open' || state.handoff === 'asking';
    composer.hidden = state.status === 'closed';
    input.style.height = '0';
    input.style.height = `${input.scrollHeight}px`;
    showThread(state, words, locale);
    if (state.open !== panel.open) {
      if (!state.open) panel.close();
      // On a phone it covers the page, so it is modal.
      else if (innerWidth < 480) panel.showModal();
      // show() would take the focus, even when it is the page that opens.
      else panel.open = true;
      toEnd();
    }
    if (stick) toEnd();
    pill.hidden = atEnd();
    // What had the focus may be gone.
    if (focused && !root.activeElement) input.focus();
  };

  shell.style.setProperty('--fill', config.color);
  shell.style.colorScheme = config.theme;
  launcher.hidden = config.hidden;
  root.append(shell);
  input.value = state.draft;
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
      words = next;
      locale = nextLocale;
      draw();
    },
    focus(into) {
      if (into) opener = document.activeElement;
      const goal = into
        ? input
        : opener instanceof HTMLElement && opener !== document.body
          ? opener
          : launcher;
      goal.focus();
    },
  };
};
