import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Items that are rendered, or left out, together. */
export const CHUNK = 10;
/** A thread of at most this many chunks is rendered whole. */
const WHOLE = 8;
/** The newest chunks are always rendered: what comes is announced, and the end is where the view jumps to. */
const NEWEST = 4;
/** Chunks this near to what is seen are rendered, in pixels. */
const AHEAD_PX = 1_500;
/** The height of an item before any was measured, in pixels. */
const EXPECTED_PX = 96;

/** The first and the last chunk around what is seen. */
export interface Range {
  from: number;
  to: number;
}

/** The chunks that are rendered first, around the one that the reader comes for. */
export const rangeAround = (chunk: number): Range => ({ from: chunk - 2, to: chunk + 2 });

/** Whether a chunk is rendered. */
export function isRendered(chunk: number, count: number, { from, to }: Range): boolean {
  return count <= WHOLE || count - chunk <= NEWEST || (chunk >= from && chunk <= to);
}

/** Whether a chunk is history: what is rendered of it is not announced as new. */
export const isPast = (chunk: number, count: number): boolean => count - chunk > NEWEST;

/** The top of a chunk in the window, in pixels; of the number of chunks, the end of the last. */
export type TopOf = (chunk: number) => number;

/**
 * The chunks near a window of a height. Hysteresis: chunks of the range before are kept for twice as far, so
 * that no height that changes makes the same chunk come and go.
 */
export function rangeNear(count: number, topOf: TopOf, height: number, before: Range): Range {
  const within = (distance: number): Range => ({
    from: firstWhere(count - 1, (chunk) => topOf(chunk + 1) > -distance),
    to: Math.max(0, firstWhere(count, (chunk) => topOf(chunk) > height + distance) - 1),
  });
  const wanted = within(AHEAD_PX);
  const kept = within(2 * AHEAD_PX);
  if (before.to < wanted.from || before.from > wanted.to) return wanted;
  return {
    from: Math.min(Math.max(before.from, kept.from), wanted.from),
    to: Math.max(Math.min(before.to, kept.to), wanted.to),
  };
}

/** Binary search: the first number below a limit from which on a test holds, or else the limit. */
function firstWhere(limit: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Which chunks of a thread are rendered. */
export interface ThreadWindow {
  list: RefObject<HTMLOListElement | null>;
  /** All of a short thread is rendered. */
  isWhole: boolean;
  rendered: (chunk: number) => boolean;
  /** The height that a chunk takes while it is left out, in pixels. */
  heightOf: (chunk: number) => number;
}

/**
 * Windowing: of a long thread the chunks near what is seen are in the page, and the newest ones. The reader's
 * place stays while others come and go. Search in the page finds the text of what is left out, and printing
 * takes all.
 */
export function useThreadWindow(sizes: readonly number[], start: number): ThreadWindow {
  const list = useRef<HTMLOListElement>(null);
  const [range, setRange] = useState<Range>(() =>
    sizes.length <= WHOLE ? { from: 0, to: WHOLE } : rangeAround(start),
  );
  /** The mean height of an item, measured once: a gap that changed its height would move the thread. */
  const [itemPx, setItemPx] = useState<number>();
  const latest = useRef({ sizes, range });
  latest.current = { sizes, range };
  const heights = useRef(new Map<number, number>());
  /** What holds the reader's place during the next rendering, and where it was. */
  const place = useRef<Place | undefined>(undefined);
  const lookAgain = useRef(() => {});

  useLayoutEffect(() => {
    if (place.current) keepPlace(place.current);
    place.current = undefined;
    // A height that differs from what was expected may move a gap into sight, without an event; two frames
    // later the browser's scroll anchoring is done.
    requestAnimationFrame(() => requestAnimationFrame(() => lookAgain.current()));
  }, [range, itemPx]);

  useEffect(() => {
    // Scroll anchoring: most browsers keep the reader's place themselves, also during a smooth scroll.
    const anchors = CSS.supports('overflow-anchor', 'auto');
    let isPrinting = false;
    const show = (next: Range, holds?: Place) => {
      const { from, to } = latest.current.range;
      if (next.from === from && next.to === to) return;
      place.current = holds;
      setRange(next);
    };
    const look = () => {
      const element = list.current;
      const { sizes: known, range: shown } = latest.current;
      if (!element || known.length <= WHOLE || isPrinting) return;
      const topOf = topsOf(element, known, shown);
      let [measuredPx, items] = [0, 0];
      for (const [chunk, size] of known.entries()) {
        if (!isRendered(chunk, known.length, shown)) continue;
        const height = topOf(chunk + 1) - topOf(chunk);
        heights.current.set(chunk, height);
        measuredPx += height;
        items += size;
      }
      setItemPx((measured) => measured ?? measuredPx / items);
      const next = rangeNear(known.length, topOf, innerHeight, shown);
      show(next, anchors ? undefined : inSight(element));
    };
    lookAgain.current = look;
    const found = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !list.current?.contains(target)) return;
      const chunk = Number(target.dataset['chunk']);
      // The gap itself is gone then; what comes before it is left out, or ends where it began.
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      show(rangeAround(chunk));
    };
    const print = ({ type }: Event) => {
      isPrinting = type === 'beforeprint';
      if (isPrinting) show({ from: 0, to: latest.current.sizes.length });
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
    return () => ends.abort();
  }, []);

  return {
    list,
    isWhole: sizes.length <= WHOLE,
    rendered: (chunk) => isRendered(chunk, sizes.length, range),
    heightOf: (chunk) => heights.current.get(chunk) ?? (sizes[chunk] ?? 0) * (itemPx ?? EXPECTED_PX),
  };
}

/** A rendered item is an element of the list, as each gap is; only what is asked is measured. */
function topsOf(list: HTMLElement, sizes: readonly number[], range: Range): TopOf {
  let elements = 0;
  const starts = sizes.map((size, chunk) => {
    const start = elements;
    elements += isRendered(chunk, sizes.length, range) ? size : 1;
    return start;
  });
  return (chunk) => {
    const start = starts[chunk];
    if (start === undefined) return list.getBoundingClientRect().bottom;
    return list.children[start]?.getBoundingClientRect().top ?? 0;
  };
}

/** An item in the window, and where. */
interface Place {
  element: Element;
  top: number;
}

/** The first item in the window that is rendered. */
function inSight(list: HTMLElement): Place | undefined {
  for (const element of list.children) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight && !element.matches('.gap')) return { element, top };
  }
  return undefined;
}

function keepPlace({ element, top }: Place): void {
  const moved = element.getBoundingClientRect().top - top;
  if (element.isConnected && moved !== 0) scrollerOf(element)?.scrollBy({ top: moved, behavior: 'instant' });
}

function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.scrollingElement;
}
