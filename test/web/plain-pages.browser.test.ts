import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/web/demo/site.tsx';
import { violations } from '../support/browser/axe.ts';
import { openContext } from '../support/browser/chromium.ts';
import { pageErrors } from '../support/browser/page-errors.ts';
import { rotate } from '../support/clients/admin.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { startService } from '../support/service/service.ts';

const service = sharedFixture(() => startService());
const closed = sharedFixture(async () => {
  const withKey = await startService();
  await rotate(withKey);
  return withKey;
});
const demo = sharedFixture(async () => {
  const server = createServer(demoSite(service.origin));
  return { origin: await listen(server), close: () => closeServer(server) };
});
const context = sharedFixture(() => openContext({ reducedMotion: 'reduce' }));

const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The reference has hundreds of alike parts, which axe would check for minutes. */
const FIRST_OF_EACH = `for (const part of document.querySelectorAll(
  ':is(main, nav) section > :is(article, a):nth-of-type(n + 3)')) part.remove();`;

/** The chat has separate tests. */
const WITHOUT_CHAT = { exclude: ['chat-widget'] };

describe.each([
  ['the API reference', () => `${service.origin}/api/docs`, '#authentication pre'],
  ['the sign-in of the dashboard', () => `${closed.origin}/api/dashboard`, 'form h1'],
  ['the demo’s bicycle shop', () => demo.origin, 'main h1'],
  ['the demo’s hotel', () => `${demo.origin}/hotel`, 'main h1'],
  ['the demo of a script tag', () => `${demo.origin}/plain`, 'main h1'],
  ['the demo of a registered widget', () => `${demo.origin}/widget`, 'main h1'],
  ['the demo’s mailbox', () => `${demo.origin}/mail`, 'main h1'],
  ['a page that the demo does not have', () => `${demo.origin}/nowhere`, 'main h1'],
])('%s', (_page, address, sign) => {
  test('fits and is accessible on a phone and a computer, light and dark', async () => {
    const page = await context.newPage();
    const errors = pageErrors(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(address());
    await page.locator(sign).first().waitFor();
    await expect.poll(() => sticksOut(page)).toBe(0);
    await page.evaluate(FIRST_OF_EACH);
    expect(await violations(page, WITHOUT_CHAT)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await violations(page, WITHOUT_CHAT, 'colors')).toEqual([]);
    expect(errors.filter((error) => !error.includes('status of 40'))).toEqual([]);
    await page.close();
  });
});
