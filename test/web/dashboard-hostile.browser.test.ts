import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { minutesAgo, startDashboard } from './support/dashboard.ts';

const SCRIPT = '<script>document.title="owned"</script>';
const MARKUP =
  '<img src=x onerror="document.title=\'owned\'"><a href="javascript:document.title=\'owned\'">x</a></p></article><h1>owned</h1>';
const MARKDOWN =
  '[x](javascript:document.title="owned") ![y](https://evil.example/pixel.png) [z](data:text/html,owned) [fine](https://shop.example.com)';
/** Unterminated right-to-left overrides and isolates. */
const BIDI = 'price \u202E42$ \u2066open \u200Fmark';
const CONTROL = 'bell\u0007 escape\u001b[31m nul\u0000 next\u0085 unpaired\ud800 end';
const ZALGO = `z${'\u0336\u0489\u030d'.repeat(60)}`;
const LONG = 'a'.repeat(3000);
const NAME = `Dana${MARKUP}\u202E`;
const ORIGIN = 'https://shop.example.com/"><script>document.title="owned"</script>\u202E';

let sessionId: string;

const dashboard = sharedFixture(() => startDashboard());
beforeAll(async () => {
  sessionId = await dashboard.tell({
    startedAtMs: minutesAgo(30),
    origin: ORIGIN,
    events: [
      { visitor: `${SCRIPT} needle` },
      {
        assistant: `${MARKUP} ${MARKDOWN} needle`,
        cost: 0.5,
        tokens: [1, 1],
        sources: [{ title: MARKUP, url: 'javascript:document.title="owned"' }],
        links: ['https://shop.example.com', 'javascript:document.title="owned"'],
        unanswered: true,
      },
      { visitor: `${BIDI} needle` },
      { assistant: `${CONTROL} needle` },
      { visitor: `${ZALGO}${LONG} needle` },
      { asksForPerson: true },
      { claimedBy: NAME },
      { agent: `${MARKUP} needle` },
    ],
  });
});

/** No script ran, no other host was requested, no text became an element, and nothing overflows. */
async function expectHarmless(page: Page, complaints: string[]): Promise<void> {
  await expect.poll(() => page.title()).toMatch(/ · Dashboard$/);
  expect(complaints).toEqual([]);
  const found = await page.evaluate(() => ({
    foreign: document.querySelectorAll('main :is(script, img, iframe, object, style, link, h1 h1)').length,
    links: Array.from(document.querySelectorAll('main a'), (link) => link.getAttribute('href') ?? '').filter(
      (href) => !/^(#\/|https:\/\/|\/api\/)/.test(href),
    ),
    acting: /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u206F]/.test(
      document.body.innerText,
    ),
    tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  expect(found).toEqual({ foreign: 0, links: [], acting: false, tooWide: false });
}

test.each([
  ['cost', '#/cost', 'table.sessions .row-link'],
  ['list of conversations', '#/conversations', 'table.conversations .row-link'],
  ['search', '#/conversations?q=needle', '.results mark'],
  ['questions', '#/questions', '.results .row-link'],
])('script, markup, bidi and control characters have no effect in the %s', async (_name, at, shown) => {
  const { page, complaints } = await dashboard.revisit({ at, width: 360 });
  await page.locator(shown).first().waitFor();
  await expect.poll(() => page.locator('main').innerText()).toContain(SCRIPT);
  await expectHarmless(page, complaints);
});

test('the transcript shows hostile text as text, with control characters made visible', async () => {
  const { page, complaints } = await dashboard.revisit({ at: `#/conversations/${sessionId}`, width: 360 });
  await page.locator('.entry.agent').waitFor();
  const bubbles = await page.locator('.bubble').allInnerTexts();
  expect(bubbles[0]).toBe(`${SCRIPT} needle`);
  expect(bubbles[1]).toContain('<img src=x onerror=');
  expect(bubbles[2]).toBe('price \uFFFD42$ \uFFFDopen \u200Fmark needle');
  expect(bubbles[3]).toBe('bell\u2407 escape\u241B[31m nul\u2400 next\uFFFD unpaired\uFFFD end needle');
  await expect.poll(() => page.locator('.bubble a').allInnerTexts()).toEqual(['fine']);
  await expect.poll(() => page.locator('.entry footer a').count()).toBe(0);
  await expect.poll(() => page.locator('.entry.agent .who').innerText()).toContain('<img src=x');
  await expectHarmless(page, complaints);
});

test('a name or origin with bidi characters does not change the direction of text next to it', async () => {
  const { page } = await dashboard.revisit({ at: `#/conversations/${sessionId}` });
  await page.locator('.entry.agent').waitFor();
  const isolated = await page.evaluate(() =>
    Array.from(document.querySelectorAll('main bdi'), (bdi) => getComputedStyle(bdi).unicodeBidi),
  );
  expect(isolated.length).toBeGreaterThan(5);
  expect(new Set(isolated)).toEqual(new Set(['isolate']));
});
