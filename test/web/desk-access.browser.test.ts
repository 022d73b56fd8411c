import { beforeEach, describe, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { expectInView } from '../support/browser/visible.ts';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

const desk = freshFixture(() => renderedDesk({ locale: 'de-DE' }));
const focused = () =>
  desk.page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
const button = (name: string) => desk.page.getByRole('button', { name, exact: true });
const room = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().height);

beforeEach(async () => {
  await desk.run((inPage) => inPage.show(3, 30));
  await desk.page.locator('.composer').waitFor();
});

test('at 400 % zoom the messages have most of the window, and the composer is reached by scrolling', async () => {
  await desk.page.setViewportSize({ width: 320, height: 256 });
  await expect.poll(() => room(desk.page.locator('.messages'))).toBeGreaterThanOrEqual(0.7 * 256 - 1);
  const field = desk.page.getByRole('textbox');
  await field.scrollIntoViewIfNeeded();
  await field.pressSequentially('One moment');
  const box = await field.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 256).toBe(true);
  const sideways = await desk.page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(sideways).toBe(0);
});

describe('in the forced colors mode', () => {
  /** How a part is drawn, without what only screen readers get. */
  const drawn = (part: Locator) =>
    part.evaluate((element) => {
      const { backgroundColor, outlineStyle, borderStyle } = getComputedStyle(element);
      return [backgroundColor, outlineStyle, borderStyle].join();
    });

  test('selected items look different from others', async () => {
    await desk.page.emulateMedia({ forcedColors: 'active' });
    expect(await drawn(button('Reply'))).not.toBe(await drawn(button('Note')));
    const rows = desk.page.locator('.item');
    expect(await drawn(rows.and(desk.page.locator('[aria-current]')).first())).not.toBe(
      await drawn(rows.and(desk.page.locator(':not([aria-current])')).first()),
    );
    const about = button('About this conversation');
    const shown = await drawn(about);
    await about.click();
    await desk.page.mouse.move(0, 0);
    await desk.page.evaluate('document.activeElement.blur()');
    expect(await drawn(about)).not.toBe(shown);
  });
});

describe('the focus', () => {
  test('returns to its button when the details are closed', async () => {
    await desk.page.locator('.context').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => focused()).toBe('About this conversation');
  });

  test('moves into details that cover the conversation, which becomes inert, and back', async () => {
    await desk.page.setViewportSize({ width: 900, height: 700 });
    await button('About this conversation').click();
    await expect.poll(focused).toContain('About');
    expect(await desk.page.locator('.conversation').evaluate((pane) => pane.matches('[inert]'))).toBe(true);
    await desk.page.keyboard.press('n');
    await expect.poll(focused).toBe('Private note');
    await expect.poll(() => desk.page.locator('.context').count()).toBe(0);
  });

  test.each([
    ['a notice', '.line', 'Dismiss'],
    ['a failure in another conversation', '.toast', 'Dismiss'],
  ])('moves to the heading of the conversation once %s is dismissed', async (_what, part, name) => {
    await desk.run(`(inPage) => inPage.desk.state.update((state) => {
      const [[id, conversation]] = state.conversations;
      const notice = { tone: 'bad', sentence: 'Something went wrong here.' };
      const of = '${part}' === '.line' ? id : 's1';
      return { ...state, conversations: new Map(state.conversations).set(of, { ...conversation, notice }) };
    })`);
    await desk.page.locator(part).getByRole('button', { name }).click();
    await expect.poll(focused).toContain('Visitor');
  });
});

test.each([1440, 390])('banners and notices do not cover each other at %i px', async (width) => {
  await desk.page.setViewportSize({ width, height: 844 });
  await desk.run(`(inPage) => inPage.desk.state.update((state) => {
    const [[id, conversation]] = state.conversations;
    const notice = { tone: 'bad', sentence: 'Something went wrong here.' };
    return {
      ...state,
      signedOut: true,
      refusedSeat: { sentence: 'All seats are in use, and the grace period has ended. '.repeat(4), upgradeUrl: 'https://portal.example/' },
      conversations: new Map(state.conversations).set('s1', { ...conversation, notice }),
    };
  })`);
  const parts = desk.page.locator('.banner, .toast');
  await expect.poll(() => parts.count()).toBe(3);
  for (const part of await parts.all()) await expectInView(part);
  const boxes = await parts.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  );
  const tops = boxes.toSorted((one, other) => one.top - other.top);
  for (const [at, box] of tops.entries()) expect(box.top).toBeGreaterThanOrEqual(tops[at - 1]?.bottom ?? 0);
});

test('the time to undo a close is paused while the agent’s focus is in the notice', async () => {
  await desk.page.clock.install();
  await desk.page.evaluate('document.activeElement.blur()');
  await desk.page.keyboard.press('e');
  const toast = desk.page.locator('.toast', { hasText: 'closed' });
  await desk.page.clock.runFor(8_000);
  await toast.hover();
  await desk.page.clock.runFor(60_000);
  await expect.poll(() => toast.count()).toBe(1);
  await desk.page.mouse.move(900, 10);
  await toast.getByRole('button', { name: 'Undo' }).focus();
  await desk.page.clock.runFor(60_000);
  await expect.poll(() => toast.count()).toBe(1);
  await desk.page.evaluate('document.activeElement.blur()');
  await desk.page.clock.runFor(2_500);
  await expect.poll(() => toast.count()).toBe(0);
});

test('the typing of a visitor is announced once, separate from messages', async () => {
  const types = () =>
    desk.run(`(inPage) => inPage.desk.state.update((state) => ({ ...state, conversations: new Map(
      [...state.conversations].map(([id, one]) => [id, { ...one, visitorTypedAtMs: Date.now() }])) }))`);
  await desk.run(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const region = document.querySelector('.messages-holder > [role=status]');
    if (region) {
      new MutationObserver(() => said.push(region.textContent)).observe(region, {
        childList: true,
        subtree: true,
      });
    }
  });
  await types();
  await desk.page.getByRole('log').getByText('The visitor is typing').waitFor();
  await types();
  expect(await desk.page.evaluate('said')).toEqual(['Visitor typing']);
  await expect.poll(() => desk.page.locator('.typing').getAttribute('aria-hidden')).toBe('true');
});

test('times have the language in which the browser formats them', async () => {
  await expect.poll(() => desk.page.locator('.entry time').first().getAttribute('lang')).toBe('de-DE');
  await expect.poll(() => desk.page.locator('.day').first().getAttribute('lang')).toBe('de-DE');
});
