/** Items that are rendered, or left out, together. */
export const CHUNK = 10;
/** A thread of at most this many chunks is rendered whole. */
export const WHOLE = 8;
/** The newest chunks are always rendered: new messages are announced there, and the view jumps to them. */
const NEWEST = 4;
/** Chunks this near to what is seen are rendered, in pixels. */
const AHEAD_PX = 1_500;

/** The first and the last chunk around what is seen. */
export interface Range {
  from: number;
  to: number;
}

/** The chunks that are rendered first, around the one that the reader comes for. */
export const rangeAround = (chunk: number): Range => ({ from: chunk - 2, to: chunk + 2 });

/** Whether a chunk is rendered; the newest are left out of a first rendering elsewhere. */
export function isRendered(chunk: number, count: number, { from, to }: Range, hasNewest = true): boolean {
  return count <= WHOLE || (hasNewest && !isPast(chunk, count)) || (chunk >= from && chunk <= to);
}

/** Whether a chunk is history: what is rendered of it is not announced as new. */
export const isPast = (chunk: number, count: number): boolean => count - chunk > NEWEST;

/** A chunk that is rendered, or the neighboring chunks that one gap takes the place of. */
export interface Part extends Range {
  isGap: boolean;
}

/** A thread from its first chunk to its last; with two gaps at most, so that a long one costs no more. */
export function partsOf(count: number, range: Range, hasNewest = true): Part[] {
  const parts: Part[] = [];
  for (let chunk = 0; chunk < count; chunk++) {
    const isGap = !isRendered(chunk, count, range, hasNewest);
    const last = parts.at(-1);
    if (isGap && last?.isGap) last.to = chunk;
    else parts.push({ from: chunk, to: chunk, isGap });
  }
  return parts;
}

/** The top of a chunk in the window, in pixels; of the number of chunks, the end of the last. */
export type TopOf = (chunk: number) => number;

/**
 * The chunks near a window of a height. Hysteresis: chunks of the range before stay up to twice that
 * distance, so that a change of heights does not add and remove the same chunk in turn. Where none of them is
 * near, the reader has jumped: only the chunks in sight are rendered first, and keep their place when others
 * are added.
 */
export function rangeNear(count: number, topOf: TopOf, height: number, before: Range): Range {
  const within = (distance: number): Range => ({
    from: firstWhere(count - 1, (chunk) => topOf(chunk + 1) > -distance),
    to: Math.max(0, firstWhere(count, (chunk) => topOf(chunk) > height + distance) - 1),
  });
  const wanted = within(AHEAD_PX);
  if (before.to < wanted.from || before.from > wanted.to) return within(0);
  const kept = within(2 * AHEAD_PX);
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
