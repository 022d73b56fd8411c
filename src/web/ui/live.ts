import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { adminApi } from './admin-api.ts';
import { backOffMs, Problem } from './request.ts';
import { shareStructure } from './structural-sharing.ts';

/** The polling interval while the page is visible, in milliseconds. */
const EVERY_MS = 10_000;
/** The maximum back-off after failures. */
const AT_MOST_MS = 60_000;
/** A failure this recent is that of the page's first request, which the view shows and does not repeat. */
const JUST_FAILED_MS = 1_000;
/** The number of cached answers, for navigating back. */
const KEPT = 40;

/** The state of a polled answer. */
export interface Live<T> {
  /** The newest answer; kept while later requests fail. */
  data?: T;
  /** Why the latest request failed; cleared by the next success. */
  problem?: Problem;
  updatedAtMs?: number;
}

/** A polled answer that can be requested immediately. */
export type Polled<T> = Live<T> & { refresh: () => Promise<void> };

interface Feed {
  state: Live<unknown>;
  /** The version of the answer, if it has one: one that is still current is not sent again. */
  etag?: string | undefined;
  failures: number;
  failedAtMs?: number;
  listeners: Set<() => void>;
  timer?: ReturnType<typeof setTimeout>;
  running?: Promise<void>;
}

const feeds = new Map<string, Feed>();

/** The feed of a path; the oldest unused one is evicted. */
function feedOf(path: string): Feed {
  let feed = feeds.get(path);
  if (!feed) {
    feed = { state: {}, failures: 0, listeners: new Set() };
    feeds.set(path, feed);
    for (const [old, { listeners }] of feeds) {
      if (feeds.size <= KEPT) break;
      if (listeners.size === 0 && old !== path) feeds.delete(old);
    }
  }
  return feed;
}

function tell(feed: Feed): void {
  for (const listener of feed.listeners) listener();
}

/** Loads once, and schedules the next time; concurrent calls share one request. */
function load(path: string, feed: Feed): Promise<void> {
  clearTimeout(feed.timer);
  if (feed.running) return feed.running;
  const newest = () => feed.running === running;
  const running: Promise<void> = adminApi
    .getChanged<unknown>(path, feed.etag)
    .then((changed) => {
      if (!newest()) return;
      const { data } = feed.state;
      if (changed) feed.etag = changed.etag;
      feed.state = { data: changed ? shareStructure(data, changed.data) : data, updatedAtMs: Date.now() };
      feed.failures = 0;
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Problem)) throw thrown;
      if (!newest()) return;
      feed.state = { ...feed.state, problem: thrown };
      feed.failures++;
      feed.failedAtMs = Date.now();
    })
    .finally(() => {
      if (!newest()) return;
      delete feed.running;
      plan(path, feed);
      tell(feed);
    });
  feed.running = running;
  return running;
}

function plan(path: string, feed: Feed): void {
  clearTimeout(feed.timer);
  if (document.hidden || feed.listeners.size === 0 || feed.state.problem?.code === 'unauthorized') return;
  const wait = backOffMs(feed.failures, EVERY_MS, AT_MOST_MS);
  feed.timer = setTimeout(() => void load(path, feed), wait);
}

/** A hidden page does not poll; when it becomes visible, outdated answers are loaded immediately. */
document.addEventListener('visibilitychange', () => {
  for (const [path, feed] of feeds) {
    if (document.hidden) clearTimeout(feed.timer);
    else if (feed.listeners.size > 0) refreshIfOld(path, feed);
  }
});
window.addEventListener('online', () => void refreshAll());

function refreshIfOld(path: string, feed: Feed): void {
  const isRecent = Date.now() - (feed.state.updatedAtMs ?? 0) < EVERY_MS;
  // A refused session is asked for again, because the page listens for the refusal only now.
  const isShown = feed.state.problem !== undefined && feed.state.problem.code !== 'unauthorized';
  const hasJustFailed = isShown && Date.now() - (feed.failedAtMs ?? 0) < JUST_FAILED_MS;
  if (isRecent || hasJustFailed) plan(path, feed);
  else void load(path, feed);
}

/** Reloads everything on the screen; resolves when all of it has loaded or failed. */
async function refreshAll(): Promise<void> {
  const seen = Array.from(feeds).filter(([, { listeners }]) => listeners.size > 0);
  await Promise.all(seen.map(([path, feed]) => load(path, feed)));
}

/** Drops the cached answer of a path that no longer exists. */
export function dropAnswer(path: string): void {
  clearTimeout(feeds.get(path)?.timer);
  feeds.delete(path);
}

/** Invalidates the answers whose paths have a prefix; those on the screen are reloaded. */
export function invalidate(prefix: string): void {
  for (const [path, feed] of feeds) {
    if (!path.startsWith(prefix)) continue;
    if (feed.listeners.size === 0) feeds.delete(path);
    else {
      delete feed.running;
      void load(path, feed);
    }
  }
}

/** Sets a path's answer from a call that has just changed it; a pending older answer is ignored. */
export function setAnswer(path: string, data: unknown): void {
  const feed = feedOf(path);
  feed.state = { data, updatedAtMs: Date.now() };
  feed.failures = 0;
  delete feed.etag;
  delete feed.running;
  plan(path, feed);
  tell(feed);
}

/**
 * Polls the answer of a path while the component is mounted; no path loads nothing. The first request leaves
 * with the first rendering, before the browser lays it out and paints it.
 */
export function useLive<T>(path: string | undefined): Polled<T> {
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    if (path === undefined) return;
    const feed = feedOf(path);
    const listener = () => redraw((count) => count + 1);
    feed.listeners.add(listener);
    refreshIfOld(path, feed);
    listener();
    return () => {
      feed.listeners.delete(listener);
      if (feed.listeners.size === 0) clearTimeout(feed.timer);
    };
  }, [path]);
  const refresh = useCallback(async () => {
    if (path !== undefined) await load(path, feedOf(path));
  }, [path]);
  const state = path === undefined ? {} : feedOf(path).state;
  return { ...(state as Live<T>), refresh };
}
