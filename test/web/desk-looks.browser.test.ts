import { beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const SHOP = 'https://shop.example.com';
const HELP = 'https://help.example.com';

let mine: string;

const office = sharedFixture(() =>
  startOffice({
    settings: {
      ALLOWED_ORIGINS: `${SHOP},${HELP}`,
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      OPENAI_MODEL: 'scripted',
    },
  }),
);
const mia = sharedFixture(() => office.agent('Mia Berg'));
beforeAll(async () => {
  await office.conversation('human_requested', 'Where is my order? It should have come on Tuesday.', SHOP);
  await office.conversation('open', 'Just looking', HELP);
  mine = await office.conversation('human_requested', 'Do you ship to Norway?', HELP);
  await mia.open(mine);
  await mia.key('c');
  await mia.say('Yes, we do.');
  await mia.key('n');
  await mia.page.keyboard.type('VIP');
  await mia.page.keyboard.press('Enter');
  await mia.thread.getByText('Private note').waitFor();
  await mia.button('Reply').click();
  await mia.button('Suggest a reply').click();
  await mia.button('Use').waitFor();
});

const wear = (theme: string) =>
  mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);

const sticksOut = () =>
  mia.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each([
  ['light', 360],
  ['dark', 768],
  ['contrast', 1440],
])(
  'a conversation can be used by everybody in the theme %s at %i px, and nothing sticks out',
  async (theme, width) => {
    await wear(theme);
    await mia.page.setViewportSize({ width, height: 800 });
    await expect.poll(sticksOut).toBe(0);
    expect(await violations(mia.page)).toEqual([]);
  },
);

describe('what opens above the desk can be used by everybody', () => {
  beforeAll(() => mia.page.setViewportSize({ width: 1440, height: 900 }));

  test('the settings', async () => {
    await mia.button('Settings').click();
    expect(await violations(mia.page)).toEqual([]);
    await mia.page.keyboard.press('Escape');
    await expect
      .poll(() => mia.button('Settings').evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  test('the sheet of keys', async () => {
    await mia.key('?');
    await mia.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await violations(mia.page)).toEqual([]);
    await mia.page.keyboard.press('Escape');
    await expect.poll(() => mia.page.getByRole('dialog').count()).toBe(0);
    expect(mia.page.url()).toContain(mine);
  });

  test('the canned replies', async () => {
    await mia.field.fill('/');
    await mia.page.getByText('No canned replies found.').waitFor();
    expect(await violations(mia.page)).toEqual([]);
    await mia.field.fill('');
    await mia.button('Canned replies').last().click();
    await mia.page.getByText('No canned replies yet.').waitFor();
    await expect.poll(() => mia.page.getByText('No canned replies found.').count()).toBe(0);
    await mia.page.keyboard.press('Escape');
  });

  test('the choice of a colleague', async () => {
    await mia.key('t');
    await mia.page.getByText('No other agent has opened the agent desk yet.').waitFor();
    expect(await violations(mia.page)).toEqual([]);
    await mia.page.keyboard.press('Escape');
    await mia.page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('on a phone', () => {
  beforeAll(() => mia.page.setViewportSize({ width: 360, height: 740 }));

  test('one pane is there at a time, and each leads to the next and back', async () => {
    await expect.poll(() => mia.list.isVisible()).toBe(false);
    await mia.button('About this conversation').click();
    const about = mia.page.getByRole('region', { name: 'About this conversation' });
    await about.getByText('help.example.com').waitFor();
    await about.getByRole('button', { name: 'Close' }).click();
    await mia.page.getByRole('link', { name: 'Back to the list' }).click();
    await expect.poll(() => mia.list.isVisible()).toBe(true);
    await expect.poll(() => mia.field.isVisible()).toBe(false);
    expect(await violations(mia.page)).toEqual([]);
    await expect.poll(() => mia.row(mine).evaluate((row) => row === document.activeElement)).toBe(true);
  });
});

test('single keys can be switched off', async () => {
  await mia.page.setViewportSize({ width: 1440, height: 900 });
  await mia.button('Settings').click();
  await mia.page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await mia.page.keyboard.press('Escape');
  // Keys count as they are chosen from after the next frame on.
  await mia.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await mia.key('?');
  await expect.poll(() => mia.page.getByRole('dialog').count()).toBe(0);
});
