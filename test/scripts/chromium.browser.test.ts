import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { FLAGS, installedChromiums, launchBrowser } from '../support/browser/chromium.ts';
import { listen } from '../support/servers/listen.ts';

afterEach(() => vi.unstubAllEnvs());

test('if a browser is named, only that browser is used', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(installedChromiums()).toEqual([process.execPath]);
});

test('a named browser that does not exist is not replaced by another', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  await expect(launchBrowser()).rejects.toThrow('No Chromium starts on this machine');
});

test('the browser connects only to this machine', async () => {
  const server = createServer((_request, response) => response.end('here'));
  const { port } = new URL(await listen(server));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    for (const host of ['127.0.0.1', 'localhost', 'shop.localhost']) {
      await page.goto(`http://${host}:${port}/`);
      expect(await page.textContent('body')).toBe('here');
    }
    await expect(page.goto(`http://example.com:${port}/`)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  } finally {
    await browser.close();
    server.close();
  }
});

test('features that Playwright disables in a browser stay disabled', async () => {
  const [executablePath = ''] = installedChromiums();
  // By this flag the browser says how it was started.
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, '--enable-automation'] });
  try {
    const debuggerSession = await browser.newBrowserCDPSession();
    const { arguments: flags } = await debuggerSession.send('Browser.getBrowserCommandLine');
    const [playwrights = [], ...later] = flags.flatMap((flag) => {
      const list = /^--disable-features=(.*)/.exec(flag)?.[1];
      return list === undefined ? [] : [list.split(',')];
    });
    expect(playwrights.length).toBeGreaterThan(0);
    expect(later.at(-1)).toEqual(expect.arrayContaining(playwrights));
  } finally {
    await browser.close();
  }
});
