import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { adminApi } from './admin-api.ts';
import { backOffMs, Problem } from './request.ts';
import { shareStructure } from './structural-sharing.ts';

/** The polling interval of a visible page, in milliseconds. */
const INTERVAL_MS = 10_000;
/** The longest pause after failures, in milliseconds. */
const MAX_INTERVAL_MS = 60_000;
/** A failure within this time, in milliseconds, is not retried, because the view shows it. */
const RECENT_FAILURE_MS = 1_000;
/** The most cached responses, for navigating back. */
const MAX_CACHED = 40;

/** The state of a polled response. */
interface Live<T> {
  /** The latest response. It is kept while later requests fail. */
  data?: T;
  /** The reason why the latest request failed. The next success clears it. */
  problem?: Problem;
  updatedAtMs?: number;
}

export type PolledResponse<T> = Live<T> & { refresh: () => Promise<void> };

interface Feed {
  state: Live<unknown>;
  /** The response's version, so that an unchanged response is not sent again. */
  etag?: string | undefined;
  failures: number;
  failedAtMs?: number;
  listeners: Set<() => void>;
  timer?: ReturnType<typeof setTimeout>;
  running?: Promise<void>;
}

const feeds = new Map<string, Feed>();

/** The feed of a path. The oldest unused feed is evicted. */
function feedOf(path: string): Feed {
  let feed = feeds.get(path);
  if (!feed) {
    feed = { state: {}, failures: 0, listeners: new Set() };
    feeds.set(path, feed);
    for (const [old, { listeners }] of feeds) {
      if (feeds.size <= MAX_CACHED) break;
      if (listeners.size === 0 && old !== path) feeds.delete(old);
    }
  }
  return feed;
}

function notify(feed: Feed): void {
  for (const listener of feed.listeners) listener();
}

/** Loads once and schedules the next request. Concurrent calls share one request. */
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
      scheduleNext(path, feed);
      notify(feed);
    });
  feed.running = running;
  return running;
}

function scheduleNext(path: string, feed: Feed): void {
  clearTimeout(feed.timer);
  if (document.hidden || feed.listeners.size === 0 || feed.state.problem?.code === 'unauthorized') return;
  const wait = backOffMs(feed.failures, INTERVAL_MS, MAX_INTERVAL_MS);
  feed.timer = setTimeout(() => void load(path, feed), wait);
}

/** Hidden pages do not poll. When a page becomes visible, outdated responses are loaded. */
document.addEventListener('visibilitychange', () => {
  for (const [path, feed] of feeds) {
    if (document.hidden) clearTimeout(feed.timer);
    else if (feed.listeners.size > 0) refreshIfOld(path, feed);
  }
});
window.addEventListener('online', () => void refreshAll());

function refreshIfOld(path: string, feed: Feed): void {
  const isRecent = Date.now() - (feed.state.updatedAtMs ?? 0) < INTERVAL_MS;
  // An unauthorized session is requested again, because the page listens for `signed-out` only after its
  // first request.
  const isShown = feed.state.problem !== undefined && feed.state.problem.code !== 'unauthorized';
  const hasJustFailed = isShown && Date.now() - (feed.failedAtMs ?? 0) < RECENT_FAILURE_MS;
  if (isRecent || hasJustFailed) scheduleNext(path, feed);
  else void load(path, feed);
}

/** Reloads everything on the screen. Resolves when all requests have ended. */
async function refreshAll(): Promise<void> {
  const seen = Array.from(feeds).filter(([, { listeners }]) => listeners.size > 0);
  await Promise.all(seen.map(([path, feed]) => load(path, feed)));
}

/** Drops the cached response of a path that no longer exists. */
export function dropResponse(path: string): void {
  clearTimeout(feeds.get(path)?.timer);
  feeds.delete(path);
}

/** Invalidates responses by a prefix of their paths. Those on the screen are reloaded. */
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

/** Sets the response of a path after a change. An older pending response is ignored. */
export function setResponse(path: string, data: unknown): void {
  const feed = feedOf(path);
  feed.state = { data, updatedAtMs: Date.now() };
  feed.failures = 0;
  delete feed.etag;
  delete feed.running;
  scheduleNext(path, feed);
  notify(feed);
}

/**
 * Polls a path while the component is mounted; nothing is loaded without a path. The first request is sent
 * during the first render, before layout and paint.
 */
export function useLive<T>(path: string | undefined): PolledResponse<T> {
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
