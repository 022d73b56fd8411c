import { expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { scriptedWebsites, type ScriptedSite } from '../support/ports/scripted-websites.ts';
import { NOW, startDashboard, words, type Dashboard } from './support/dashboard.ts';

const SITE = (): ScriptedSite => ({
  pages: {
    '/': { title: 'Harbour Cycles', markdown: 'Call us.\n\n# Welcome\n\nBicycles by the harbour.' },
    '/prices': {
      title: 'Prices',
      markdown: 'Call us.\n\n# Prices\n\n## Bells\n\nA brass bell costs 17 euros.\n\n## Jobs\n\nNone today.',
      pageDate: '2024-03-01',
    },
    '/blog/tyres': { title: 'Which tyre is right', markdown: 'Call us.\n\n# Tyres\n\nWe change them.' },
    '/blog/lights': { title: 'Lights for winter', markdown: 'Call us.\n\n# Lights\n\nWe fit them.' },
    '/account': { reason: 'sign-in' },
    '/planner': { reason: 'needs-script' },
    '/prices-2024': { reason: 'duplicate', insteadOf: 'https://shop.example/prices' },
  },
  leftOutGroups: [
    {
      reason: 'too-many-alike',
      pattern: '/events?day=…',
      pages: 80,
      examples: ['https://shop.example/events?day=13', 'https://shop.example/events?day=14'],
    },
  ],
});

const web = freshFixture(() => scriptedWebsites({ 'shop.example': SITE() }));
const clock = freshFixture(() => manualClock(NOW));
const dashboard = freshFixture((): Promise<Dashboard> =>
  startDashboard({ websites: { open: (...of) => web.websites.open(...of) }, clock }),
);

test('a website is added, its pages are chosen and read, and each is shown as the assistant reads it', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/knowledge' });
  await page.getByRole('button', { name: 'Add website' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://me:secret@shop.example');
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await dialog.getByText('Must be the address of a website').waitFor();
  await dialog.getByLabel('Address').fill('shop.example');
  await dialog.getByRole('button', { name: 'Find pages' }).click();

  await page.getByText('Choose pages and start').waitFor();
  const pages = page.getByRole('region', { name: 'Pages' });
  await pages.getByRole('button', { name: 'Made by a script' }).click();
  await pages.getByText('A script makes the text of this page.').first().waitFor();
  await pages.getByRole('button', { name: 'Behind a sign-in' }).click();
  await pages.getByText('The page asks for a sign-in.').first().waitFor();
  await pages.getByRole('button', { name: 'Calendars and filters' }).click();
  await pages.getByText('/events?day=…: 80').waitFor();
  // Pages that the site leaves out cannot be chosen.
  await expect.poll(() => pages.getByRole('checkbox', { name: 'Read Account' }).count()).toBe(0);
  await pages.getByRole('searchbox').fill('sign-in');
  await pages.getByRole('button', { name: 'Account' }).waitFor();
  await pages.getByRole('searchbox').fill('');
  await pages.getByRole('checkbox', { name: 'Read /blog' }).uncheck();
  await pages.getByText('This page is not chosen.').first().waitFor();
  await page.getByRole('button', { name: 'Start reading' }).click();
  await page.getByText('Up to date').waitFor();
  expect(await violations(page)).toEqual([]);

  await pages.getByRole('button', { name: 'Prices' }).click();
  const shown = page.getByRole('dialog');
  await shown.getByText('A brass bell costs 17 euros.').waitFor();
  expect(await words(shown)).toMatch(/Page says 1 March 2024/);
  await expect
    .poll(() => shown.getByRole('link', { name: 'Open the original' }).getAttribute('href'))
    .toBe('https://shop.example/prices');
  await shown.getByRole('button', { name: 'Leave out the part Jobs' }).click();
  await shown.getByRole('button', { name: 'Put back' }).waitFor();
  await expect.poll(() => shown.getByText('None today.').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Knowledge' }).last().click();
  const row = page.getByRole('row').filter({ hasText: 'shop.example' });
  await row.getByText('2 documents').waitFor();
  expect(await words(row)).toMatch(/shop\.example 2 documents, \d sections, \d+ characters .* Up to date/);
  // The refused address is the only one.
  expect(complaints).toHaveLength(1);
});

test('all pages, none, or the top pages are chosen with one click each', async () => {
  const { page } = await dashboard.visit({ at: '#/knowledge' });
  await page.getByRole('button', { name: 'Add website' }).click();
  await page.getByRole('dialog').getByLabel('Address').fill('shop.example/blog/tyres');
  await page.getByRole('dialog').getByRole('button', { name: 'Find pages' }).click();
  await page.getByText('Choose pages and start').waitFor();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const chosen = () =>
    Promise.all(['Read Top pages', 'Read /blog', 'Read Lights'].map((name) => box(name).isChecked()));
  // Only the page that was typed is chosen at first.
  await box('Read /blog').waitFor();
  await expect.poll(chosen).toEqual([false, true, false]);
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect.poll(chosen).toEqual([true, true, true]);
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect.poll(chosen).toEqual([false, false, false]);
  await box('Read Top pages').check();
  await expect.poll(chosen).toEqual([true, false, false]);
  const size = await box('Read Top pages').boundingBox();
  expect([size?.width, size?.height]).toEqual([18, 18]);
});

test('a website that could not be reached can get another address, and a read one stays until it is deleted', async () => {
  const { services } = dashboard.service;
  const addresses = async () => (await services.websiteSources.list()).map(({ address }) => address);
  const { page, complaints } = await dashboard.visit({ at: '#/knowledge' });
  await page.getByRole('button', { name: 'Add website' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('shpo.example');
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await page.getByText('https://shpo.example/ could not be reached').waitFor();
  const change = async (address: string) => {
    await page.getByRole('button', { name: 'Change address' }).click();
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByRole('button', { name: 'Find pages' }).click();
    await page.getByText('Choose pages and start').waitFor();
  };
  await change('shop.example');
  expect(await addresses()).toEqual(['https://shop.example/']);
  await page.getByLabel('Check for changes').selectOption('week');
  await page.getByRole('button', { name: 'Start reading' }).click();
  await page.getByText('Up to date').waitFor();
  web.sites['new.example'] = SITE();
  await page.getByRole('button', { name: 'Change address' }).click();
  await dialog.getByText('The assistant keeps the pages of shop.example until you delete').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await change('new.example');
  expect(await addresses()).toEqual(['https://new.example/', 'https://shop.example/']);
  await expect.poll(() => page.getByLabel('Check for changes').inputValue()).toBe('week');
  expect(complaints).toEqual([]);
});

test('changes of a reading are listed with their difference, and a website is deleted', async () => {
  const { services } = dashboard.service;
  const choices = { schedule: 'day' as const };
  const { source } = await services.websiteSources.create({
    assistantId: 'default',
    address: 'shop.example',
    choices,
    start: true,
  });
  const phase = async () => (await services.websiteSources.read(source.id)).phase;
  await expect.poll(phase).toBe('read');
  await expect.poll(async () => (await services.websiteSources.read(source.id)).published?.documents).toBe(4);
  const { pages } = web.sites['shop.example'] ?? expect.unreachable();
  Object.assign(pages, {
    '/prices': {
      title: 'Prices',
      markdown: 'Call us.\n\n# Prices\n\n## Bells\n\nA brass bell costs 19 euros.',
    },
    '/new': { title: 'Open on Sunday', markdown: 'From now on.' },
    '/blog/tyres': { reason: 'not-found' },
  });
  clock.advance(24 * 3_600_000);
  await services.websiteReading.runDue();

  const { page } = await dashboard.visit({ at: `#/knowledge/websites/${source.id}`, width: 360, dark: true });
  const changes = page.getByRole('region', { name: 'Changes' });
  await changes.getByText('1 changed, 1 new, 1 gone').waitFor();
  await changes.getByRole('button', { name: 'Prices' }).click();
  const difference = page.getByRole('dialog').getByRole('region', { name: 'Difference' });
  await difference.locator('ins').filter({ hasText: '19' }).waitFor();
  await expect.poll(() => difference.locator('del').allInnerTexts()).toContain('17');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByText('It is kept for three days.').waitFor();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
  await page.getByRole('button', { name: 'Delete website' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete website' }).click();
  await page.getByText('No knowledge yet').waitFor();
  expect(await services.websiteSources.list()).toEqual([]);
});
