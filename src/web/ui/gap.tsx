import { useEffect, useRef } from 'preact/hooks';
import { memo } from './memo.ts';
import type { Range } from './thread-window.ts';
import type { Item } from './timeline.ts';

/** A reader who has rested this long may search in the page. */
const REST_MS = 300;
/** Chunks whose text is written in one task. */
const AT_ONCE = 100;

interface GapProps extends Range {
  chunks: readonly Item[][];
  /** In pixels. */
  height: number;
}

/**
 * Takes the place of the chunks that are left out of a long thread. A search in the page finds their text,
 * and has them rendered: it is written when the reader rests, since it takes longer than what is seen.
 */
export const Gap = memo(({ chunks, from, to, height }: GapProps) => {
  const gap = useRef<HTMLLIElement>(null);
  useEffect(() => {
    let timer = setTimeout(write, REST_MS);
    function write() {
      if (gap.current && !writeText(gap.current, chunks, { from, to })) timer = setTimeout(write);
    }
    return () => clearTimeout(timer);
  }, [chunks, from, to]);
  return <li ref={gap} class="gap" aria-hidden="true" style={{ height: `${height}px` }} />;
});

/** The items whose text an element has. */
const written = new WeakMap<Element, readonly Item[]>();

/** Gives each chunk a hidden element with its text, in their order; false where more is to be written. */
function writeText(gap: HTMLElement, chunks: readonly Item[][], { from, to }: Range): boolean {
  let [next, count] = [gap.firstElementChild, 0];
  for (const [index, items] of chunks.slice(from, to + 1).entries()) {
    while (next && chunkOf(next) < from + index) next = removed(next);
    if (next && written.get(next) === items) {
      next = next.nextElementSibling;
      continue;
    }
    if (++count > AT_ONCE) return false;
    gap.insertBefore(textOf(items, from + index), next);
  }
  while (next) next = removed(next);
  return true;
}

const chunkOf = (element: Element): number =>
  Number(element instanceof HTMLElement ? element.dataset['chunk'] : undefined);

function removed(element: Element): Element | null {
  const next = element.nextElementSibling;
  element.remove();
  return next;
}

/** As it was written, since it is searched and never seen. */
function textOf(items: readonly Item[], chunk: number): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('hidden', 'until-found');
  element.dataset['chunk'] = String(chunk);
  element.textContent = items.map(contentOf).join('\n');
  written.set(element, items);
  return element;
}

function contentOf(item: Item): string {
  if (item.kind === 'day') return '';
  return item.kind === 'note' ? item.note.content : item.message.content;
}
