import type { ScriptMessage } from '../src/wire/widgets.ts';
import { list, text, type Loose } from './model.ts';

/** A device's memory of the messages of one widget. */
export interface Memory {
  /** When the visitor was last on a page with the widget, in milliseconds. */
  seenAt: number;
  /** There was a visit before this one. */
  returning: boolean;
  /** The visitor has closed a card or opened the chat in this visit. */
  quiet: boolean;
  /** The ids of the messages shown in this visit, shown ever, and closed ever. */
  visit: readonly string[];
  shown: readonly string[];
  closed: readonly string[];
  /** The message that the visitor answered in this visit by opening the chat. */
  opening: string;
}

/** A visit ends after this long without a page. */
const VISIT_MS = 18e5;
/** The most ids that are remembered of a kind: those of deleted messages are forgotten in time. */
const MOST_IDS = 50;

/** The memory of a new device. */
export const NO_MEMORY: Memory = {
  seenAt: 0,
  returning: false,
  quiet: false,
  visit: [],
  shown: [],
  closed: [],
  opening: '',
};

const idsIn = (value: unknown): string[] => list(value).map(text).filter(Boolean).slice(-MOST_IDS);

/** The memory in a device's storage, where other scripts of the site may have written. */
export const readMemory = ({ seenAt, returning, quiet, visit, shown, closed, opening }: Loose): Memory => ({
  seenAt: Number(seenAt) || 0,
  returning: returning === true,
  quiet: quiet === true,
  visit: idsIn(visit),
  shown: idsIn(shown),
  closed: idsIn(closed),
  opening: text(opening),
});

const union = (one: readonly string[], other: readonly string[]) => idsIn([...new Set([...one, ...other])]);

/** The memories of two tabs: of this visit what is newer, and all that either has shown or closed. */
export const merged = (mine: Memory, other: Memory): Memory => ({
  ...(other.seenAt >= mine.seenAt ? other : mine),
  shown: union(mine.shown, other.shown),
  closed: union(mine.closed, other.closed),
});

/** The memory on the next page: of the same visit, or of another, also after a clock was set back. */
export const nextPage = (memory: Memory, seenAt: number): Memory =>
  memory.seenAt && Math.abs(seenAt - memory.seenAt) > VISIT_MS
    ? { ...NO_MEMORY, shown: memory.shown, closed: memory.closed, returning: true, seenAt }
    : { ...memory, seenAt };

const withId = (ids: readonly string[], id: string): string[] => [
  ...ids.filter((it) => it !== id).slice(1 - MOST_IDS),
  id,
];

/** The memory after a message was shown. */
export const afterShown = (memory: Memory, id: string): Memory => ({
  ...memory,
  visit: withId(memory.visit, id),
  shown: withId(memory.shown, id),
});

/** The memory after a card was closed: that message never shows again, and no other in this visit. */
export const afterClosed = (memory: Memory, id: string): Memory => ({
  ...memory,
  quiet: true,
  closed: withId(memory.closed, id),
});

/** The memory after the chat was opened: no other message shows in this visit. */
export const afterOpened = (memory: Memory, opening = memory.opening): Memory => ({
  ...memory,
  quiet: true,
  opening,
});

/**
 * Whether a path fits a pattern, in which `*` stands for any characters. Each part between two stars is
 * searched once from the left, so there is no backtracking.
 */
const matches = (pattern: string, path: string): boolean => {
  const [first = '', ...parts] = pattern.split(/\*/);
  const last = parts.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= path.length - last.length && path.endsWith(last);
};

/** Whether a message is for the page with a path; with and without a slash at the end is the same page. */
export const isForPage = ({ page }: Pick<ScriptMessage, 'page'>, path: string): boolean =>
  page === undefined ||
  matches(page, path) ||
  matches(page, path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** Whether a message may still show in this visit, on one page or another. */
export const mayShow = ({ id, visitors, oncePer }: ScriptMessage, memory: Memory): boolean =>
  !memory.quiet &&
  !memory.closed.includes(id) &&
  !memory[oncePer === 'visit' ? 'visit' : 'shown'].includes(id) &&
  (visitors === 'all' || memory.returning === (visitors === 'returning'));

/** The message that shows: the first one that may, on a page that has been visible for some seconds. */
export const messageFor = (
  messages: readonly ScriptMessage[],
  path: string,
  seconds: number,
  memory: Memory,
): ScriptMessage | undefined =>
  messages.find((it) => mayShow(it, memory) && it.seconds <= seconds && isForPage(it, path));
