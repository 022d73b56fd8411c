import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from '../../support/chromium.ts';
import { startRegisteredSite, type RegisteredSite } from './registered-site.ts';
import { startSite, type Site } from './site.ts';

type Start<T> = (options?: BrowserContextOptions) => Promise<T>;

/** One browser for the tests of a file; each test starts the sites that it needs, and they end with it. */
function withBrowser<T extends { stop(): Promise<void> }>(
  start: (browser: Browser, options?: BrowserContextOptions) => Promise<T>,
): Start<T> {
  let browser: Browser | undefined;
  const sites: T[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()));
  });
  afterAll(() => browser?.close());
  return async (options) => {
    if (!browser) throw new Error('Sites are started in tests.');
    const site = await start(browser, options);
    sites.push(site);
    return site;
  };
}

export const withSites = (): Start<Site> => withBrowser(startSite);

export const withRegisteredSites = (): Start<RegisteredSite> => withBrowser(startRegisteredSite);
