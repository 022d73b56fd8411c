import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** Resolves once the page’s real-time connection is greeted. */
export const connection = (page: Page): Promise<unknown> =>
  page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));

/**
 * Holds back the answers of a path, so that a page that polls does not continue without the test. The result
 * waits for the first call, and lets it and all later ones through to the service, whatever was routed
 * before.
 */
export async function holdAnswers(
  page: Page,
  path: Parameters<Page['route']>[0],
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let released = false;
  await page.route(path, async (route) => {
    if (released) await route.continue();
    else held.push(route);
  });
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    released = true;
    for (const route of held) await route.continue();
  };
}
