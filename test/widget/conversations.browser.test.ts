import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from '../support/browser/chromium.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from '../web/support/office.ts';
import { visitOf } from './support/site.ts';

const office = sharedFixture(() => startOffice());

/** The list of conversations on a page with the plain widget. */
function listOn(page: Page) {
  const visit = visitOf(page);
  const list = visit.panel.getByRole('region', { name: 'Conversations' });
  return {
    ...visit,
    list,
    rows: list.locator('div > button'),
    async openList() {
      await visit.panel.locator('summary').click();
      await visit.button('Conversations').click();
      await list.waitFor();
    },
    async ask(message: string) {
      await visit.send(message);
      await visit.log.getByText(message, { exact: true }).waitFor();
      await visit.button(/^Helpful$/).waitFor();
    },
    /** The conversation that the site's tabs share. */
    sessionId: () =>
      page.evaluate(
        () =>
          Object.entries(localStorage)
            .filter(([key]) => !key.endsWith(' list'))
            .map(([, value]) => (JSON.parse(String(value)) as { sessionId?: string }).sessionId ?? '')[0],
      ),
  };
}

async function arrive(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(office.site);
  const visit = listOn(page);
  await visit.open();
  return visit;
}

test('a visitor opens an earlier conversation, continues a closed one, and begins a new one', async ({
  onTestFinished,
}) => {
  const { service } = office;
  const context = await openContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const one = await arrive(context);
  await one.ask('Do you ship to Norway?');
  const first = (await one.sessionId()) ?? '';
  await one.openList();
  await expect.poll(() => one.rows.count()).toBe(1);
  await one.button('Start a new conversation').click();
  await one.ask('Where is my parcel?');
  const second = (await one.sessionId()) ?? '';

  // By the keyboard: into the list, to the second row, and back; Escape does not close the list.
  await one.openList();
  await expect.poll(() => one.rows.count()).toBe(2);
  await expect.poll(() => one.rows.first().innerText()).toContain('Where is my parcel?');
  await expect.poll(() => one.rows.first().getAttribute('aria-current')).toBe('true');
  await one.page.keyboard.press('ArrowDown');
  await one.page.keyboard.press('ArrowDown');
  await one.page.keyboard.press('ArrowUp');
  await expect.poll(() => one.rows.first().evaluate((row) => row.matches(':focus'))).toBe(true);
  await one.page.keyboard.press('Escape');
  await one.list.waitFor({ state: 'hidden' });
  await expect.poll(() => one.input.evaluate((field) => field.matches(':focus'))).toBe(true);

  // Something new in the other one, which is ended in this tab and returned to in another.
  await service.post('/api/chat', { sessionId: first, message: 'And to Sweden?' });
  const two = await arrive(context);
  await two.log.getByText('Where is my parcel?').waitFor();
  await two.openList();
  await expect.poll(() => two.rows.nth(0).innerText()).toContain('Unread: 2');
  await two.rows.nth(0).click();
  await two.log.getByText('And to Sweden?').waitFor();
  await one.log.getByText('And to Sweden?').waitFor();
  await one.panel.locator('summary').click();
  await one.button('End conversation').click();
  await one.button('End conversation').click();
  await expect.poll(() => two.log.locator('article').count()).toBe(0);
  await two.openList();
  await two.rows.nth(0).click();
  await two.log.getByText('And to Sweden?').waitFor();
  await one.log.getByText('And to Sweden?').waitFor();
  expect(await two.sessionId()).toBe(first);

  // A closed one can be read, and offers a new one; a deleted one is no longer listed.
  const agent = { oid: 'mia', name: 'Mia' };
  await service.services.agentDesk.claim(second, agent);
  await service.services.agentDesk.close(second, agent);
  await two.openList();
  await two.rows.filter({ hasText: 'Ended' }).click();
  await two.log.getByText('Where is my parcel?').waitFor();
  await two.panel.getByText('This conversation has ended.').waitFor();
  await expect.poll(() => two.input.isVisible()).toBe(true);
  await two.button('Start a new conversation').click();
  await two.ask('A third question');
  await fetch(`${service.origin}/api/sessions/${first}`, { method: 'DELETE' });
  await two.openList();
  await expect.poll(() => two.rows.count()).toBe(2);

  // The service cannot be reached, and can again.
  await two.button('Back').click();
  await context.route('**/api/conversations', (route) => route.abort());
  await two.openList();
  await two.list.getByText('Your conversations could not be loaded.').waitFor();
  await context.unroute('**/api/conversations');
  await two.button('Try again').click();
  await expect.poll(() => two.rows.count()).toBe(2);

  // Nothing stays on the device once the visitor says so.
  await two.button('Remove all from this device').click();
  await two.button('Remove all conversations from this device?').click();
  await expect.poll(() => two.log.locator('article').count()).toBe(0);
  await two.panel.locator('summary').click();
  await expect.poll(() => two.button('Conversations').isVisible()).toBe(false);
  expect([...one.errors, ...two.errors].filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
});

test('the field has room for a line of text even if its height was measured while it was hidden', async ({
  onTestFinished,
}) => {
  const context = await openContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const { input } = await arrive(context);
  const heights = await input.evaluate((field) => {
    const { height } = field.getBoundingClientRect();
    field.style.height = '0px';
    return [height, field.getBoundingClientRect().height];
  });
  expect(heights[1]).toBe(heights[0]);
});
