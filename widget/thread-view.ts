import type { Conversation } from './conversation.ts';
import { button, h, icon, set, type Child } from './dom.ts';
import { fill, type Words } from './i18n.ts';
import { markdown, safeLink, type Make } from './markdown.ts';
import { agentName, list, loose, text, type Message, type Rating } from './model.ts';
import { isStored, type State } from './state.ts';

/** One thing in the thread: as long as what it shows is the same, it keeps its element. */
type Piece = [key: string, shows: string, make: () => HTMLElement];

/** Keeps the children of an element in step with a list of pieces. */
const keyed = (container: Element): ((pieces: readonly Piece[]) => void) => {
  let before = new Map<string, { shows: string; element: HTMLElement }>();
  return (pieces) => {
    const after: typeof before = new Map();
    pieces.forEach(([key, shows, make], index) => {
      const old = before.get(key);
      const element = old?.shows === shows ? old.element : make();
      if (old && old.element !== element) old.element.replaceWith(element);
      const there = container.children[index];
      if (there !== element) container.insertBefore(element, there ?? null);
      after.set(key, { shows, element });
    });
    while (container.children[after.size]) container.lastChild?.remove();
    before = after;
  };
};

/** A link that leaves the page alone. */
export const link = (address: string | undefined, ...children: readonly Child[]): HTMLAnchorElement =>
  set(h('a', '', ...children), { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' });

/**
 * The thread: what is stored goes into `log`, where it is announced as it is added; what is on its way goes into `tail`.
 * Returns what draws a state.
 */
export const threadView = (log: Element, tail: Element, chat: Conversation) => {
  const showLog = keyed(log);
  const showTail = keyed(tail);

  return (state: State, words: Words, locale: string) => {
    const settled: Piece[] = [];
    const moving: Piece[] = [];
    const say = (date: Date, options: Intl.DateTimeFormatOptions) =>
      isNaN(+date) ? '' : date.toLocaleString(locale, options);
    const line = (content: string) => h('p', 'line', content);

    const mark: Make<HTMLElement> = (tag, children, detail) => {
      if (tag === 'a') return link(detail, ...children);
      const element = set(h(tag, '', ...children), { start: detail });
      if (tag !== 'pre') return element;
      const copy = button(
        'copy',
        () => {
          void navigator.clipboard.writeText(element.textContent ?? '');
          copy.append(' ✓');
        },
        words.copy,
      );
      return h('div', 'code', set(element, { tabindex: 0 }), navigator.clipboard && copy);
    };
    const thumb = (message: Message, which: Rating) => {
      const pressed = message.rating === which;
      return set(
        button('', () => chat.rate(message.id, pressed ? null : which), icon('thumb')),
        { title: words[which], 'aria-pressed': pressed },
      );
    };
    const push = (pieces: Piece[], message: Message) => {
      const { id, role, content } = message;
      const date = new Date(text(message.createdAt));
      const visitor = role === 'visitor';
      const rates = role === 'assistant' && message.seq;
      const author = visitor ? words.you : agentName(message) || words.assistant;
      const sources = list(message.sources).flatMap((it) => {
        const { title, url } = loose(it);
        const address = safeLink(text(url));
        return [' · ', address ? link(address, text(title)) : text(title)];
      });
      pieces.push([
        id,
        [locale, content.length, message.rating, message.interrupted].join(),
        () =>
          role === 'system'
            ? line(message.event ? `${words.asked} ${words.waiting}` : content)
            : set(
                h(
                  'div',
                  `message ${role}`,
                  h('span', 'small', `${author}: `),
                  set(h('div', 'bubble', ...(visitor ? [content] : markdown(content.slice(0, 1e5), mark))), {
                    dir: 'auto',
                  }),
                  sources[0] && h('p', 'small', words.sources, ...sources),
                  h(
                    'div',
                    'meta small',
                    !!rates && thumb(message, 'up'),
                    !!rates && thumb(message, 'down'),
                    h('time', '', say(date, { timeStyle: 'short' })),
                    !!message.interrupted && words.stopped,
                  ),
                ),
                { tabindex: -1 },
              ),
      ]);
    };
    const dots = (name: string) =>
      moving.push([
        name,
        '',
        () => h('div', 'dots', h('span', 'hidden', fill(words.typing, name)), h('i'), h('i'), h('i')),
      ]);

    let day = new Date().toDateString();
    for (const message of state.messages) {
      const date = new Date(text(message.createdAt));
      const its = date.toDateString();
      if (its !== day) settled.push([its, locale, () => line(say(date, { dateStyle: 'full' }))]);
      day = its;
      push(settled, message);
    }
    for (const { id, text, answer, phase } of state.turns) {
      const interrupted = phase === 'stopped';
      if (!isStored(state, id)) push(moving, { id, role: 'visitor', content: text, seq: 0 });
      if (answer)
        push(moving, { id: `${id} answer`, role: 'assistant', content: answer, seq: 0, interrupted });
      else if (phase.endsWith('ing') && !state.agent) dots(words.assistant);
    }
    if (state.typing) dots(state.agent);
    showLog(settled);
    showTail(moving);
  };
};
