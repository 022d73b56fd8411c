import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { openContext } from '../support/browser/chromium.ts';
import { startFeedService } from '../support/service/feed-service.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startDashboard } from './support/dashboard.ts';

describe('the activity feeds of agents', () => {
  const office = freshFixture(() => startFeedService());
  const visit = freshFixture(async () => {
    const context = await openContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
    });
    return { page: await context.newPage(), close: () => context.close() };
  });

  const open = async (path: string) => {
    const { page } = visit;
    await page.goto(`${office.service.origin}${path}`);
    return page;
  };

  /** Usable by all, and no wider than the window, in both themes. */
  async function expectFitting(page: Page): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const tooWide = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(tooWide).toBe(0);
      }
      const rules = colorScheme === 'dark' ? 'colors' : 'all';
      expect(await violations(page, { exclude: ['chat-widget'] }, rules)).toEqual([]);
    }
  }

  test('are switched on and tested, and agents who are not reached are named', async () => {
    await office.seen('Mia Berg');
    const lee = await office.seen('Lee Long');
    const kim = await office.seen('Kim Away');
    await kim.put('/api/agent/me/availability', { status: 'away' });
    office.graph.people.set(lee.oid, { apps: 0 });
    const page = await open('/api/dashboard#/settings/notifications');
    await page.getByLabel('Notify agents in their activity feed').check();
    await page.getByRole('button', { name: 'Save' }).click();
    const agents = page.getByRole('region', { name: 'Agents in the activity feed' });
    await expect.poll(() => agents.getByText('Nothing sent yet.').count()).toBe(3);
    await agents.getByRole('button', { name: 'Send a test notification' }).click();
    const row = (name: string) => agents.getByRole('listitem').filter({ hasText: name });
    await row('Lee Long').getByText('The Teams app is not installed').waitFor();
    await row('Mia Berg').getByText('Reached on').waitFor();
    await row('Kim Away').getByText('Away', { exact: false }).first().waitFor();
    expect(office.graph.feed.map(({ title }) => title)).toEqual([
      'Test of your website chat',
      'Test of your website chat',
    ]);
    await expectFitting(page);

    // Without the credential no agent is reached, and the page says where to go.
    office.graph.loginFault = { status: 403 };
    office.graph.graphFault = { status: 412 };
    await agents.getByRole('button', { name: 'Send a test notification' }).click();
    await agents.getByText('No agent has been reached since').waitFor();
    await agents.getByText('Microsoft 365 refused the sign-in').first().waitFor();
    await agents.getByRole('link', { name: 'Open the Teams setup' }).waitFor();
  });

  test('are set up with a command that has every value, and checked', async () => {
    office.graph.credentials = [];
    const lee = await office.seen('Lee Long');
    office.graph.people.set(lee.oid, { apps: 0 });
    const page = await open('/api/collab-setup');
    const step = page.getByRole('region', { name: 'Activity feed' });
    await step.getByText('(AADSTS70025)').waitFor();
    await step.getByText('To do').waitFor();
    await step.getByRole('button', { name: 'Copy command' }).click();
    await step.getByText('Copied').waitFor();
    const { clientId, identity } = office.graph;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      [
        `az ad app federated-credential create --id '${clientId}' \\`,
        `  --parameters '{`,
        `  "name": "website-chat-activity-feed",`,
        `  "issuer": "${identity.issuer}",`,
        `  "subject": "${identity.subject}",`,
        `  "audiences": [`,
        `    "${identity.audience}"`,
        `  ]`,
        `}'`,
      ].join('\n'),
    );
    await expectFitting(page);

    office.graph.credentials = [identity];
    await office.switchOn(true);
    await (await office.service.services.activityFeed())?.sendTest();
    await page.reload();
    await step.getByText('The application signs in with the managed identity.').waitFor();
    await step.getByText('Not reached: Lee Long').waitFor();
    await step.getByText('Needs attention').waitFor();
    office.graph.people.set(lee.oid, { apps: 1 });
    await (await office.service.services.activityFeed())?.sendTest();
    await page.reload();
    await step.getByText('Done', { exact: true }).waitFor();
  });
});

describe('without an application in Microsoft Entra', () => {
  const dashboard = freshFixture(() => startDashboard());

  test('the dashboard links to the setup of Teams', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/notifications' });
    await page.getByRole('link', { name: 'Set up Microsoft Teams' }).waitFor();
    await expect.poll(() => page.getByLabel('Notify agents in their activity feed').count()).toBe(0);
  });
});
