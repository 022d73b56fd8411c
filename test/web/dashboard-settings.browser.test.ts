import { describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { SETTINGS_PAGES } from '../../src/web/dashboard/settings/pages.ts';
import { freshFixture } from '../support/fixtures.ts';
import { SHOP, startDashboard } from './support/dashboard.ts';

const dashboard = freshFixture(() =>
  startDashboard({
    settings: { ALLOWED_ORIGINS: `${SHOP},https://help.example.com`, RETENTION_DAYS: '90' },
  }),
);

const BANNER = { name: 'No admin key' };

describe('the admin key', () => {
  test('is created after an explanation, shown once and copied, and the admin stays signed in', async () => {
    const { page, complaints } = await dashboard.visit();
    await page.getByRole('complementary', BANNER).getByRole('link', { name: 'Create admin key' }).click();
    await page.getByRole('button', { name: 'Create admin key' }).click();
    const question = page.getByRole('dialog', { name: 'Create an admin key?' });
    await expect
      .poll(() => question.innerText())
      .toContain('The dashboard and the admin API require the key from now on.');
    await question.getByRole('button', { name: 'Create admin key' }).click();

    const made = page.getByRole('dialog', { name: 'Your new admin key' });
    const key = await made.getByRole('status').innerText();
    expect(key).toMatch(/^[0-9a-f]{48}$/);
    await made.getByRole('button', { name: 'Copy key' }).click();
    await made.getByText('Copied').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await made.waitFor();
    await expect.poll(() => made.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await made.getByLabel('I have stored the key').check();
    await made.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('complementary', BANNER).waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Admin key' }).waitFor();
    await expect.poll(() => page.getByRole('complementary', BANNER).count()).toBe(0);
    await page.getByRole('button', { name: 'Rotate admin key' }).click();
    await page.getByRole('dialog', { name: 'Rotate the admin key?' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('signs out every other browser, which shows a sign-in that returns to its page', async () => {
    const owner = await dashboard.visit({ at: '#/settings/admin-key' });
    const other = await dashboard.visit({ at: '#/questions' });
    await other.page.getByText('No questions to review').waitFor();
    await owner.page.getByRole('button', { name: 'Create admin key' }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Create admin key' }).click();
    const key = await owner.page.getByRole('status', { name: 'New admin key' }).innerText();

    await other.page.clock.runFor(10_000);
    const told = other.page.getByRole('dialog', { name: 'Admin key created' });
    await told.waitFor();
    await expect.poll(() => other.page.getByText('No admin key.').count()).toBe(0);
    await told.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('button', { name: 'Show key' }).waitFor();
    await other.page.getByLabel('Admin key').fill('not the key');
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByText('This key is not valid.').waitFor();
    await other.page.getByLabel('Admin key').fill(key);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
  });

  test('is asked for on the sign-in page after signing out', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/admin-key' });
    await page.getByRole('button', { name: 'Create admin key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create admin key' }).click();
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Show key' }).click();
    await expect.poll(() => page.getByLabel('Admin key', { exact: true }).getAttribute('type')).toBe('text');
  });

  test('is not created if another rotation was faster, and the page says so', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/admin-key' });
    await page.route('**/api/ops/rotate-key', (route) =>
      route.fulfill({
        status: 409,
        json: { error: 'rotation-conflict', message: 'Another one was quicker.' },
      }),
    );
    await page.getByRole('button', { name: 'Create admin key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create admin key' }).click();
    await page.getByRole('dialog').getByText('Another one was quicker.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Create an admin key?' }).waitFor({ state: 'detached' });
  });
});

describe('the look of the plain tag', () => {
  test('is previewed with the chosen title and theme before it is saved', async () => {
    const { page, complaints } = await dashboard.visit();
    // The script of the first choice comes when there is another one already.
    const chosen = Promise.withResolvers<void>();
    await page.route('**/api/widget.js', (route) => chosen.promise.then(() => route.continue()));
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Title').fill('Ask "Oak" & <Linen>');
    await page.getByRole('button', { name: 'Harbor' }).click();
    await page.clock.runFor(1_000);
    chosen.resolve();
    const preview = page.locator('.preview chat-widget');
    await preview.getByRole('heading', { name: 'Ask "Oak" & <Linen>' }).waitFor();
    const panel = preview.locator('dialog');
    expect(await panel.evaluate((one) => getComputedStyle(one).borderRadius)).toBe('16px');
    const surface = (one: Element) => getComputedStyle(one).getPropertyValue('--chat-widget-surface');
    expect(await panel.evaluate(surface)).toBe('#f4faf8');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.locator('chat-widget').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});

test('each setting has a page of its own, and the rail links to all of them', async () => {
  const { page } = await dashboard.visit({ at: '#/settings' });
  const rail = page.getByRole('navigation', { name: 'Settings' });
  const names = await rail.getByRole('link').allInnerTexts();
  expect(names).toEqual(SETTINGS_PAGES.map(([, name]) => name));
  for (const name of names) {
    await rail.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await expect.poll(() => rail.locator('[aria-current=page]').allInnerTexts()).toEqual([name]);
    await expect.poll(() => page.locator('main h1').count()).toBe(1);
  }
});
