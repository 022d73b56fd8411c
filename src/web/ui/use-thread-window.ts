import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { areSame } from './memo.ts';
import {
  isPast,
  partsOf,
  rangeAround,
  rangeNear,
  WHOLE,
  type Part,
  type Range,
  type TopOf,
} from './thread-window.ts';

/** The height of an item before any was measured, in pixels. */
const EXPECTED_PX = 96;

/** Which chunks of a thread are rendered. */
export interface ThreadWindow {
  list: RefObject<HTMLOListElement | null>;
  /** What the list has, from its first chunk to its last: chunks that are rendered, and gaps. */
  parts: readonly Part[];
  /** The height of neighboring chunks while they are left out, in pixels. */
  heightOf: (range: Range) => number;
}

/**
 * Windowing: of a long thread the chunks near what is seen are in the page, and the newest ones. The reader's
 * place stays while others come and go. Search in the page finds the text of what is left out, and printing
 * takes all.
 *
 * It comes to rest at every scroll position: a chunk that was measured leaves a gap of exactly its height, so
 * that only chunks that are rendered for the first time move anything, and each of them does so once.
 */
export function useThreadWindow(sizes: readonly number[], start: number): ThreadWindow {
  const list = useRef<HTMLOListElement>(null);
  /** The mean height of an item is measured once: a gap that changed its height would move the thread. */
  const [shown, setShown] = useState(() => ({
    range: sizes.length <= WHOLE ? { from: 0, to: WHOLE } : rangeAround(start),
    itemPx: EXPECTED_PX,
    // A reader who begins elsewhere does not see them: they come with the first look.
    hasNewest: !isPast(start, sizes.length),
  }));
  const { range, itemPx, hasNewest } = shown;
  const setRange = (next: Range) => setShown((before) => ({ ...before, range: next }));
  const heights = useRef(new Map<number, number>());
  const parts = partsOf(sizes.length, range, hasNewest);
  const heightOf = ({ from, to }: Range) => {
    let sum = 0;
    for (let chunk = from; chunk <= to; chunk++) {
      sum += heights.current.get(chunk) ?? (sizes[chunk] ?? 0) * itemPx;
    }
    return sum;
  };
  const latest = useRef({ sizes, shown, parts, heightOf });
  latest.current = { sizes, shown, parts, heightOf };
  /** Where the next rendering leaves the reader: at what they see now, or at a chunk that was looked for. */
  const restored = useRef<{ chunk: number; top?: number } | undefined>(undefined);

  useLayoutEffect(() => {
    const { current: element } = list;
    if (!restored.current || !element) return;
    const { chunk, top } = restored.current;
    restored.current = undefined;
    if (top === undefined) middleOf(element, chunk, latest.current)?.scrollIntoView(AT_ONCE);
    else scrollerOf(element)?.scrollBy({ top: topsOf(element, latest.current)(chunk) - top, ...AT_ONCE });
  }, [shown]);

  useEffect(() => {
    const { current: element } = list;
    if (!element) return;
    // Scroll anchoring: most browsers keep the reader's place themselves, also during a smooth scroll.
    const anchors = CSS.supports('overflow-anchor', 'auto');
    let isPrinting = false;
    const look = () => {
      const { sizes: known, shown: before, parts: had } = latest.current;
      // A thread in a hidden pane has no place in the window.
      if (known.length <= WHOLE || isPrinting || element.offsetHeight === 0) return;
      const topOf = topsOf(element, latest.current);
      let [measuredPx, items] = [0, 0];
      for (const { from, isGap } of had) {
        if (isGap) continue;
        const height = topOf(from + 1) - topOf(from);
        heights.current.set(from, height);
        measuredPx += height;
        items += known[from] ?? 0;
      }
      const next = {
        range: rangeNear(known.length, topOf, innerHeight, before.range),
        itemPx: before.itemPx === EXPECTED_PX ? measuredPx / items : before.itemPx,
        hasNewest: true,
      };
      if (before.hasNewest && areSame(next.range, before.range) && next.itemPx === before.itemPx) return;
      if (!anchors) restored.current = firstInSight(had, topOf);
      setShown(next);
    };
    const found = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !element.contains(target)) return;
      const chunk = Number(target.dataset['chunk']);
      // Else the browser shows it, in the gap.
      target.remove();
      restored.current = { chunk };
      setRange(rangeAround(chunk));
    };
    const print = ({ type }: Event) => {
      isPrinting = type === 'beforeprint';
      if (isPrinting) setRange({ from: 0, to: latest.current.sizes.length });
      else look();
    };
    const ends = new AbortController();
    const { signal } = ends;
    // A scroll event does not bubble; it is captured here wherever the thread scrolls.
    document.addEventListener('scroll', look, { capture: true, passive: true, signal });
    document.addEventListener('beforematch', found, { signal });
    window.addEventListener('resize', look, { signal });
    window.addEventListener('beforeprint', print, { signal });
    window.addEventListener('afterprint', print, { signal });
    // A height that differs from what was expected may move a gap into sight without an event; in the next
    // frame the browser's scroll anchoring is done.
    const resized = new ResizeObserver(() => requestAnimationFrame(look));
    resized.observe(element);
    return () => {
      ends.abort();
      resized.disconnect();
    };
  }, []);

  return { list, parts, heightOf };
}

const AT_ONCE = { block: 'center', behavior: 'instant' } as const;

interface Layout {
  sizes: readonly number[];
  parts: readonly Part[];
  heightOf: (range: Range) => number;
}

/** The number of the first element of each part: an item is an element of the list, as a gap is. */
function startsOf({ sizes, parts }: Layout): (Part & { start: number; end: number })[] {
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += part.isGap ? 1 : (sizes[part.from] ?? 0);
    return { ...part, start, end };
  });
}

/**
 * A chunk begins where the one before ends, since items have their margins above them: then a gap as high as
 * its chunks leaves all others where they are. Only what is asked is measured.
 */
function topsOf(list: HTMLElement, layout: Layout): TopOf {
  const starts = startsOf(layout);
  const boxOf = (element: number) => list.children[element]?.getBoundingClientRect();
  return (chunk) => {
    const before = starts.find(({ to }) => chunk - 1 <= to);
    if (chunk === 0 || !before) return list.getBoundingClientRect().top;
    const { from, to, start, end } = before;
    if (to === chunk - 1) return boxOf(end - 1)?.bottom ?? 0;
    return (boxOf(start)?.top ?? 0) + layout.heightOf({ from, to: chunk - 1 });
  };
}

/** The first chunk in the window that is rendered, and where it is. */
function firstInSight(parts: readonly Part[], topOf: TopOf): { chunk: number; top: number } | undefined {
  const seen = parts.find(({ from, isGap }) => !isGap && topOf(from + 1) > 0 && topOf(from) < innerHeight);
  return seen && { chunk: seen.from, top: topOf(seen.from) };
}

function middleOf(list: HTMLElement, chunk: number, layout: Layout): Element | undefined {
  const part = startsOf(layout).find(({ from, isGap }) => !isGap && from === chunk);
  return part && list.children[Math.floor((part.start + part.end) / 2)];
}

function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.scrollingElement;
}
