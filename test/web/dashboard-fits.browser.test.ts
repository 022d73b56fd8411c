import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, SHOP, startDashboard } from './support/dashboard.ts';

const LONG_ORIGIN = 'https://workshop-and-repair-appointments.harbor-bikes.example';
const LONG_DOMAIN = new URL(LONG_ORIGIN).hostname;

const full = sharedFixture(() => startDashboard({ settings: { ALLOWED_ORIGINS: `${SHOP},${LONG_ORIGIN}` } }));
const empty = sharedFixture(() => startDashboard());
let sessionId: string;
let widgetId: string;

beforeAll(async () => {
  const widget = { name: 'Shop of the workshop in the old harbor', primaryDomain: LONG_DOMAIN };
  const made = await full.service.post('/api/widgets', { ...widget, allowedOrigins: [LONG_ORIGIN] });
  widgetId = ((await made.json()) as { widget: { id: string } }).widget.id;
  sessionId = await full.tell({
    startedAtMs: hoursAgo(2),
    origin: LONG_ORIGIN,
    events: [
      { visitor: 'Do you repair bikes of other brands?' },
      { assistant: 'Yes.', tokens: [1217, 46], cost: 0.00016, unanswered: true },
      { asksForPerson: true },
      { claimedBy: 'Dana Meyer' },
      { agent: 'I am looking.' },
    ],
  });
});

/** Whether all of an element's text is inside of it, and it inside of the window. */
async function expectWhole(element: Locator): Promise<void> {
  const overflow = await element.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect();
    return {
      text: node.scrollWidth - node.clientWidth,
      window: Math.max(0, -left, right - document.documentElement.clientWidth),
    };
  });
  expect(overflow.text).toBeLessThanOrEqual(1);
  expect(overflow.window).toBe(0);
}

/** How many lines an element takes. */
const linesOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom))).size;
  });

const at = (page: Page, path: string) => page.goto(`${full.service.origin}/api/dashboard${path}`);

describe.each([360, 768, 1440])('at %i px no text is cut', (width) => {
  test('in the domains of widgets and the tags to copy', async () => {
    const { page } = await full.revisit({ at: '#/settings/widgets', width });
    const cell = page.locator('.registry tbody td', { hasText: LONG_DOMAIN });
    await cell.waitFor();
    await expectWhole(cell);
    await at(page, `#/settings/widgets/${widgetId}`);
    const tag = page.getByRole('region', { name: 'Installation' }).locator('pre').first();
    await tag.waitFor();
    await expectWhole(tag);
    const first = await empty.revisit({ width });
    const step = first.page.locator('.checklist');
    await step.waitFor();
    await expectWhole(step);
  });

  test('in the origin of a conversation, also on its own page', async () => {
    const { page } = await full.revisit({ at: `#/conversations/${sessionId}`, width });
    const origin = page.locator('.facts-of dd', { hasText: LONG_DOMAIN });
    await origin.waitFor();
    await expectWhole(origin);
    // The parts of a domain stay in one piece.
    const label = origin.locator('bdi');
    expect(await linesOf(label)).toBeLessThanOrEqual(width === 1440 ? 3 : 2);
  });

  test('in the header of the chart', async () => {
    const { page } = await full.revisit({ at: '#/cost', width });
    await page.getByText('Cost by the hour').waitFor();
    const toggle = page.getByRole('group', { name: 'Show as' });
    await expectWhole(toggle);
    const card = await page.locator('.figures').boundingBox();
    const box = await toggle.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
  });

  test('in the time at which a question was last asked, which takes one line', async () => {
    const { page } = await full.revisit({ at: '#/questions', width });
    const last = page.locator('.questions .meta time');
    await last.waitFor();
    expect(await linesOf(last)).toBe(1);
  });
});
