import type { ScriptMessage } from '../../src/widgets/wire/widgets.ts';
import { list, text, type Loose } from '../model.ts';

/** The stored data about proactive messages of one widget on this device. */
export interface Memory {
  /** When the visitor was last on a page with the widget, in milliseconds. */
  seenAt: number;
  /** Whether there was an earlier visit. */
  returning: boolean;
  /** Whether the visitor has closed a card or opened the chat in this visit. */
  quiet: boolean;
  /** The ids of messages that were shown in this visit, shown ever, and closed ever. */
  visit: readonly string[];
  shown: readonly string[];
  closed: readonly string[];
  /** The message after which the visitor opened the chat in this visit. */
  opening: string;
}

/** A visit ends after this time without a page, in milliseconds. */
const VISIT_MS = 1_800_000;
/** The most ids that are stored of each kind, so that those of deleted messages disappear. */
const MAX_IDS = 50;

/** The data of a new device. */
export const NO_MEMORY: Memory = {
  seenAt: 0,
  returning: false,
  quiet: false,
  visit: [],
  shown: [],
  closed: [],
  opening: '',
};

const idsIn = (value: unknown): string[] => list(value).map(text).filter(Boolean).slice(-MAX_IDS);

/** Reads the stored data. Other scripts of the site may have changed it. */
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

/**
 * Merges the data of two tabs: the newer state of this visit, and all messages that either has shown or
 * closed.
 */
export const mergeMemories = (mine: Memory, other: Memory): Memory => ({
  ...(other.seenAt >= mine.seenAt ? other : mine),
  shown: union(mine.shown, other.shown),
  closed: union(mine.closed, other.closed),
});

/** The data on the next page: of the same visit or a new one. A clock that was set back starts a new one. */
export const onNextPage = (memory: Memory, seenAt: number): Memory =>
  memory.seenAt && Math.abs(seenAt - memory.seenAt) > VISIT_MS
    ? { ...NO_MEMORY, shown: memory.shown, closed: memory.closed, returning: true, seenAt }
    : { ...memory, seenAt };

const withId = (ids: readonly string[], id: string): string[] => [
  ...ids.filter((it) => it !== id).slice(1 - MAX_IDS),
  id,
];

/** The data after a message was shown. */
export const afterShown = (memory: Memory, id: string): Memory => ({
  ...memory,
  visit: withId(memory.visit, id),
  shown: withId(memory.shown, id),
});

/** The data after a card was closed: its message is never shown again, and no other one in this visit. */
export const afterClosed = (memory: Memory, id: string): Memory => ({
  ...memory,
  quiet: true,
  closed: withId(memory.closed, id),
});

/** The data after the chat was opened: no other message is shown in this visit. */
export const afterOpened = (memory: Memory, opening = memory.opening): Memory => ({
  ...memory,
  quiet: true,
  opening,
});

/**
 * Whether a path matches a pattern with `*` as wildcard. Each part between wildcards is searched once from
 * the left, without backtracking.
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

/** Whether a message is for a page. A slash at the end of the path is ignored. */
export const isForPage = ({ page }: Pick<ScriptMessage, 'page'>, path: string): boolean =>
  page === undefined ||
  matches(page, path) ||
  matches(page, path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** Whether a message may still be shown in this visit. */
export const mayShow = ({ id, visitors, oncePer }: ScriptMessage, memory: Memory): boolean =>
  !memory.quiet &&
  !memory.closed.includes(id) &&
  !memory[oncePer === 'visit' ? 'visit' : 'shown'].includes(id) &&
  (visitors === 'all' || memory.returning === (visitors === 'returning'));

/** The message to show: the first that may be shown, on a page that has been visible for some seconds. */
export const messageFor = (
  messages: readonly ScriptMessage[],
  path: string,
  seconds: number,
  memory: Memory,
): ScriptMessage | undefined =>
  messages.find((it) => mayShow(it, memory) && it.seconds <= seconds && isForPage(it, path));
