import { h, link } from '../dom.ts';
import type { Say } from '../languages/say.ts';
import { agentName, list, loose, text, type Message } from '../model.ts';
import { safeLink } from '../safe-link.ts';
import { render } from './render.ts';
import { isStored, type State } from './state.ts';

/**
 * An item of the thread. Items with the same key keep their element, so the key contains everything that is
 * shown.
 */
type Piece = [key: string, make: () => HTMLElement];

/** Extends an article before it is inserted. Later additions would be announced separately. */
export type Decorate = (article: Element, message: Message) => void;

/** The name of a message's author. */
export const nameOf = (message: Message, say: Say): string =>
  message.role === 'visitor' ? say('You') : agentName(message) || say('AI assistant');

/** Whether a visitor's message has arrived, or why an answer is incomplete. */
const noteOf = ({ role, seq, interrupted }: Message, say: Say): string => {
  if (role === 'visitor') return seq ? say('Sent') : say(interrupted === 'failed' ? 'Not sent' : 'Sending');
  return interrupted ? say(interrupted === 'stopped' ? 'Stopped' : 'The answer was interrupted.') : '';
};

/** The title of a source, as a link if it has a URL. */
const sourceOf = (source: unknown) => {
  const { title, url } = loose(source);
  const address = safeLink(text(url));
  return address ? link(address, text(title)) : h('span', '', text(title));
};

/** Reconciles the children of an element with a list of items. */
const reconcileChildren = (container: Element): ((pieces: readonly Piece[]) => void) => {
  let before = new Map<string, HTMLElement>();
  return (pieces) => {
    const after = new Map(pieces.map(([key, make]) => [key, before.get(key) ?? make()]));
    for (const [key, element] of before) if (!after.has(key)) element.remove();
    [...after.values()].forEach((element, index) => {
      const there = container.children[index];
      if (there !== element) container.insertBefore(element, there ?? null);
    });
    before = after;
  };
};

/**
 * The thread: stored messages are in `log`, where screen readers announce additions, and outgoing ones in
 * `tail`. Returns the render function, which does nothing if nothing that it shows has changed: a key in the
 * message field must not cost more in a long conversation.
 */
export const threadView = (log: Element, tail: Element, decorate: Decorate) => {
  const showLog = reconcileChildren(log);
  const showTail = reconcileChildren(tail);
  /** By language. Created on first use, because that takes as long as rendering an article. */
  const clocks: Record<string, Intl.DateTimeFormat> = {};

  /** The values that were shown last. */
  let shown: readonly unknown[] = [];

  return (state: State, say: Say, locale: string): void => {
    const { messages, turns, status, agent, typing } = state;
    const values = [messages, turns, status, agent, typing, locale];
    if (values.every((value, index) => value === shown[index])) return;
    shown = values;
    const settled: Piece[] = [];
    const moving: Piece[] = [];
    const line = (content: string) => h('p', 'line', content);

    const draw = (message: Message) => {
      const { role, content, seq, interrupted } = message;
      const visitor = role === 'visitor';
      const date = new Date(text(message.createdAt));
      const note = noteOf(message, say);
      const bubble = h('div', 'bubble', ...(visitor ? [content] : render(content, say, locale, message)));
      bubble.dir = 'auto';
      const sources = list(message.sources).map(sourceOf);
      const article = h(
        'article',
        role,
        h('span', 'small', nameOf(message, say)),
        bubble,
        sources[0] && h('p', 'sources', ...sources),
        h(
          'div',
          seq || !visitor ? 'meta small' : 'small',
          note && h('span', visitor && interrupted === 'failed' ? 'bad' : '', note),
          h(
            'time',
            '',
            +date &&
              (clocks[locale] ??= new Intl.DateTimeFormat(locale, { timeStyle: 'short' })).format(date),
          ),
        ),
      );
      // Parts of the panel find the article by this id.
      article.id = message.id;
      decorate(article, message);
      return article;
    };
    const push = (pieces: Piece[], message: Message) => {
      pieces.push([
        [message.id, locale, message.content.length, message.interrupted].join(),
        () =>
          message.role === 'system'
            ? h('div', 'line', ...render(message.content, say, locale, message))
            : draw(message),
      ]);
    };
    const dots = (name: string) =>
      moving.push([
        name,
        () => h('div', 'dots', h('span', 'hidden', say('{} is typing', name)), h('i'), h('i'), h('i')),
      ]);

    /** The agents who have joined, in order. An agent joins before their first message, or at the end. */
    const joined: string[] = [];
    const join = (name?: string) => {
      if (name && name !== joined.at(-1)) {
        settled.push([[joined.push(name), name, locale].join(), () => line(say('{} joined', name))]);
      }
    };

    let day = new Date().toDateString();
    const names = messages.map(agentName);
    messages.forEach((message, index) => {
      const date = new Date(text(message.createdAt));
      const its = date.toDateString();
      if (+date && its !== day) {
        settled.push([its + locale, () => line(date.toLocaleString(locale, { dateStyle: 'full' }))]);
      }
      day = its;
      const name = names[index];
      join(name);
      push(settled, message);
      if (name) {
        // An agent leaves after their last message, if another agent follows or no agent is left.
        const next = names.find((it, at) => it && at > index) ?? (status === 'closed' ? name : agent);
        if (next !== name) settled.push([message.id + locale, () => line(say('{} left', name))]);
      }
    });
    join(agent);
    for (const turn of turns) {
      const { id, phase } = turn;
      if (!isStored(state, id)) {
        push(moving, { id, role: 'visitor', content: turn.text, seq: 0, interrupted: phase });
      }
      if (turn.answer) {
        const interrupted = (phase === 'stopped' || phase === 'failed') && phase;
        push(moving, { id: `-${id}`, role: 'assistant', content: turn.answer, seq: 0, interrupted });
      } else if (phase === 'sending' && !agent) dots(say('AI assistant'));
    }
    if (typing) dots(agent);
    showLog(settled);
    showTail(moving);
  };
};
