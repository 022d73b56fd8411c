import type { Say } from '../languages/say.ts';
import type { Show } from './context.ts';
import type { State } from './state.ts';
import { button, write } from '../dom.ts';

/** The distance between the element in view and the edge of the thread, in pixels. */
const GAP = 8;
/** The thread counts as scrolled to its end within this distance of it, in pixels. */
const NEAR = 40;
/** How long a thread can scroll after a wheel or a finger, in milliseconds. */
const MOVE_MS = 500;

export interface Scrolling {
  show: Show;
  draw(state: State): void;
}

/**
 * Brings into view what the visitor triggered and what an agent writes, and keeps it there while it grows or
 * loads. A visitor who scrolled away from the end by hand stays there, and gets a "New messages" button.
 */
export const scrolling = (thread: HTMLElement, say: Say): Scrolling => {
  const [log, tail, notes] = [...thread.children].slice(-3);
  /** The element in view, from its beginning on. */
  let goal: Element | undefined;
  /** The last element in view with it; undefined for all that follows. */
  let end: Element | undefined;
  let newest: Element | undefined;
  let isAway = false;
  /** The scroll position that is known: the visitor scrolls to another one. */
  let position = 0;
  /** The greatest scroll position. */
  let size = 0;
  /** When the visitor last used a wheel or a finger, in milliseconds. */
  let movedAt = -MOVE_MS;
  /** The browser scrolls to an element that gets the focus. */
  let isFocusing = false;

  const pill = button('pill float', () => {
    thread.scrollTop = thread.scrollHeight;
  });

  const drawPill = () => {
    const last = [...thread.querySelectorAll('article, .thread > .card')].pop();
    pill.hidden = !last || last.getBoundingClientRect().top < thread.getBoundingClientRect().bottom;
  };

  const keepPosition = () => {
    position = thread.scrollTop;
    size = thread.scrollHeight - thread.clientHeight;
    drawPill();
  };

  /** Scrolls down until the goal is in view. The thread scrolls up only to a new goal. */
  const pin = (isNew?: boolean) => {
    const view = thread.getBoundingClientRect();
    if (!isAway && goal?.isConnected && view.height) {
      const { top, bottom } = goal.getBoundingClientRect();
      // A long question leaves half of the thread to its answer.
      const half = goal.matches('.visitor') ? bottom - view.top - view.height / 2 : -Infinity;
      const above = Math.max(top - view.top - GAP, half);
      const below = end ? end.getBoundingClientRect().bottom - view.bottom + GAP : Infinity;
      thread.scrollTop += isNew && above < 0 ? above : Math.max(0, Math.min(above, below));
    }
    keepPosition();
  };

  const sizes = new ResizeObserver(() => pin());

  const show: Show = (element, isTriggered, from = element) => {
    sizes.observe(element);
    if (isTriggered) isAway = false;
    if (isAway) return false;
    goal = from;
    end = element;
    pin(true);
    return true;
  };

  /** Whether an item is to be in view from its beginning on. An answer is below its question. */
  const leads = (item: Element) =>
    item.matches('.visitor, .agent, .line') ||
    (item.parentElement === log && !item.previousElementSibling?.matches('.visitor'));

  const newestItem = (): Element | undefined => {
    if (notes?.textContent.trim()) return notes;
    for (const part of [tail, log]) {
      for (let item = part?.lastElementChild; item; item = item.previousElementSibling) {
        if (leads(item)) return item;
      }
    }
    return undefined;
  };

  /** The first one of an agent's messages that arrived together. */
  const firstOf = (item: Element): Element => {
    const before = item.previousElementSibling;
    return newest && before !== newest && item.matches('.agent') && before?.matches('.agent')
      ? firstOf(before)
      : item;
  };

  /** A change of the layout scrolls as well, but not in an unchanged layout. */
  const isByHand = () =>
    performance.now() - movedAt < MOVE_MS ||
    (!isFocusing &&
      Math.abs(thread.scrollTop - position) > 1 &&
      size === thread.scrollHeight - thread.clientHeight);

  thread.addEventListener('scroll', () => {
    if (isByHand()) isAway = thread.scrollHeight - thread.scrollTop > thread.clientHeight + NEAR;
    keepPosition();
  });
  for (const name of ['wheel', 'touchmove']) {
    thread.addEventListener(
      name,
      () => {
        movedAt = performance.now();
      },
      { passive: true },
    );
  }
  thread.addEventListener('focusin', () => {
    isFocusing = true;
    // After the scroll event of the next frame.
    requestAnimationFrame(() => {
      isFocusing = false;
    });
  });
  for (const part of [thread, ...thread.children]) sizes.observe(part);
  pill.hidden = true;
  thread.after(pill);

  /**
   * Whether an item arrives above a form that is in view, which stays there: the line of the handoff, or the
   * answer to an earlier question.
   */
  const isAside = (item: Element) =>
    item.matches('.line, .assistant') && end?.matches('form') && end.isConnected;

  return {
    show,
    draw(state) {
      write(pill, say('New messages'));
      const item = newestItem();
      if (!item || item === newest) return;
      // A message that is sent gets another element when it is stored.
      const isNew = !item.id || item.id !== newest?.id;
      if (isNew && (item.matches('.visitor') || !state.open)) isAway = false;
      if (!isAway && (isNew || goal === newest) && !isAside(item)) {
        goal = firstOf(item);
        end = undefined;
        pin(isNew);
      }
      newest = item;
    },
  };
};
