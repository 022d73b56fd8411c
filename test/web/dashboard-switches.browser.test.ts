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

test('an admin stops the assistant: visitors read that the team answers, and may leave a message', async () => {
  const { page, complaints, close } = await openSwitches();
  const stop = page.getByLabel('Stop the assistant');
  await stop.check();
  const banner = page.getByRole('complementary', { name: 'Assistant stopped' });
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
  expect(await stop.isChecked()).toBe(false);
  expect([complaints, visitor.errors]).toEqual([[], []]);
  await close();
});
