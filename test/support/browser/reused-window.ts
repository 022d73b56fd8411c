import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFailed, onTestFinished } from 'vitest';
import { openContext } from './chromium.ts';

export interface ReusedWindow {
  page: Page;
  context: BrowserContext;
}

type WindowOptions = BrowserContextOptions & { viewport: { width: number; height: number } };

/** Unused windows by their fixed options. */
const free = new Map<string, ReusedWindow[]>();

/** Page events that tests listen to. */
const EVENTS = [
  'console',
  'download',
  'load',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
];

/**
 * A window for the current test, reused from earlier tests of the file, because a new one costs as much as
 * its page. Listeners, routes, cookies and additional pages are removed; with `loadEmptyPage` also document
 * and storage. A test that changes more, for example with a script for each document or without a network,
 * opens a context.
 */
export async function reusedWindow({
  viewport,
  colorScheme = 'light',
  ...kept
}: WindowOptions): Promise<ReusedWindow> {
  const key = JSON.stringify(kept);
  const windows = free.get(key) ?? [];
  free.set(key, windows);
  const window = windows.pop() ?? (await openWindow(kept));
  const { page, context } = window;
  // The windows of a file are closed after it.
  if (page.isClosed()) return reusedWindow({ viewport, colorScheme, ...kept });
  onTestFinished(() => void windows.push(window));
  onTestFailed(() => context.close());
  await resetWindow(window);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, forcedColors: 'none' });
  return window;
}

async function openWindow(options: BrowserContextOptions): Promise<ReusedWindow> {
  const context = await openContext(options);
  return { context, page: await context.newPage() };
}

/** Removes a test's changes to a window, except for its document. */
async function resetWindow({ page, context }: ReusedWindow): Promise<void> {
  for (const event of EVENTS) page.removeAllListeners(event);
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  // The initial position of a new window.
  await page.mouse.move(0, 0);
}

/** Loads an empty page of an origin, and clears the origin's storage. */
export async function loadEmptyPage(page: Page, emptyPage: string): Promise<void> {
  await page.goto(emptyPage);
  await emptyStorage(page);
}

/** Clears the storage of a page's origin, except for cookies. */
export const emptyStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
