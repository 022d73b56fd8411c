import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from '../../support/chromium.ts';
import { startSite, type Site } from './site.ts';

/** One browser for the tests of a file; each test starts the sites that it needs, and they end with it. */
export function withSites(): (options?: BrowserContextOptions) => Promise<Site> {
  let browser: Browser | undefined;
  const sites: Site[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()));
  });
  afterAll(() => browser?.close());
  return async (options) => {
    if (!browser) throw new Error('Sites are started in tests.');
    const site = await startSite(browser, options);
    sites.push(site);
    return site;
  };
}
