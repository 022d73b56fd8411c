import { expect, test } from 'vitest';
import { phrasesFor } from '../../src/adapters/scripted/phrases.ts';
import { violations } from '../support/browser/axe.ts';
import { openContext } from '../support/browser/chromium.ts';
import { pageErrors } from '../support/browser/page-errors.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = freshFixture(() => startOffice());

async function openSwitches() {
  const context = await openContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints = pageErrors(page);
  await page.goto(`${office.service.origin}/api/dashboard#/settings/switches`);
  return { page, complaints, close: () => context.close() };
}

test('after an admin stops the assistant, visitors read that the team answers and can leave a message', async () => {
  const { page, complaints, close } = await openSwitches();
  const stop = page.getByLabel('Stop the assistant');
  await stop.check();
  const banner = page.getByRole('complementary', { name: 'Switched off' });
  await banner.getByText('The assistant is stopped.').waitFor();
  expect(await violations(page)).toEqual([]);

  const visitor = await office.visitor();
  await visitor.send('Do you ship to Norway?');
  await visitor.log.getByText(phrasesFor('en').teamAnswers).waitFor();
  await visitor.panel.getByLabel('E-mail or phone').waitFor();
  expect(office.answerer.calls).toEqual([]);

  await stop.uncheck();
  await banner.waitFor({ state: 'detached' });
  await page.reload();
  await stop.waitFor();
  await expect.poll(() => stop.isChecked()).toBe(false);
  expect([complaints, visitor.errors]).toEqual([[], []]);
  await close();
});

test('after an admin switches the chat off, a page has no launcher and an open page starts no conversation', async () => {
  const mia = await office.agent('Mia Berg');
  const begun = await office.visitor();
  const sessionId = await begun.askForPerson('Hello');
  const waiting = await office.visitor();

  const { page, complaints, close } = await openSwitches();
  const off = page.getByLabel('Take the chat off the site');
  await off.check();
  const banner = page.getByRole('complementary', { name: 'Switched off' });
  await banner.getByText('The chat is off the site.').waitFor();

  const context = await openContext({ locale: 'en-GB' });
  const site = await context.newPage();
  const warned = site.waitForEvent('console', (entry) => entry.text().includes('The chat is unknown'));
  await site.goto(office.site);
  await warned;
  await expect.poll(() => site.locator('chat-widget').count()).toBe(0);
  await context.close();

  await waiting.send('Do you ship to Norway?');
  await waiting.panel.getByText('Your message was not sent.').waitFor();

  // The dashboard's preview is the same script.
  await page.goto(`${office.service.origin}/api/dashboard#/settings/embed`);
  await page.getByText('The preview could not be loaded.').waitFor();

  // Agents continue conversations that have begun.
  await mia.claim(sessionId);
  await mia.say('Yes, we do.');
  await begun.log.getByText('Yes, we do.').waitFor();
  await begun.send('Thank you');
  await mia.thread.getByText('Thank you').waitFor();
  expect([complaints, mia.complaints, begun.errors]).toEqual([[], [], []]);
  await close();
});

test('a switch that could not be saved returns to its state, with the reason next to it', async () => {
  const { page, close } = await openSwitches();
  const stop = page.getByLabel('Stop the assistant');
  await stop.waitFor();
  await page.route('**/api/switches', (route) =>
    route.fulfill({ status: 503, json: { error: 'store-unavailable', message: 'The database is away.' } }),
  );
  await stop.click();
  await page.getByRole('region', { name: 'Assistant' }).getByText('The database is away.').waitFor();
  await expect.poll(() => stop.isChecked()).toBe(false);
  await close();
});
