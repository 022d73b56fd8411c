import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startWorkflows } from '../fakes/workflow-server.ts';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { NOW, startDashboard } from './support/dashboard.ts';

const AT = '#/settings/notifications';

describe('Settings, Notifications', () => {
  const clock = freshFixture(() => manualClock(NOW));
  const workflows = freshFixture(() => startWorkflows());
  const dashboard = freshFixture(() => startDashboard({ clock, workflowNetwork: workflows.network }));

  async function enter(page: Page, label: string, address: string): Promise<void> {
    await page.getByLabel(label).fill(address);
    await page.getByRole('button', { name: 'Save' }).click();
  }

  test('a workflow address is entered, tested and confirmed, and not shown again', async () => {
    const { page, complaints } = await dashboard.visit({ at: AT });
    await page.getByText('Add a co-owner to each workflow.').waitFor();
    await enter(page, 'Workflow for all cards', workflows.address('team'));
    await page.getByText('All changes saved').waitFor();
    await page.getByText('Set since').waitFor();
    await page.getByRole('button', { name: 'Send a test card' }).click();
    await page.getByText('Did it arrive in the channel?').waitFor();
    expect(workflows.accepted.map(({ workflow }) => workflow)).toEqual(['team']);
    await page.getByRole('button', { name: 'It arrived', exact: true }).click();
    await page.getByText('The test card arrived, confirmed').waitFor();
    await page.reload();
    await page.getByText('The test card arrived, confirmed').waitFor();
    expect(await page.content()).not.toMatch(/sig=|c2lnbmF0dXJl|direct\/workflows/);
    expect(await violations(page, { exclude: ['chat-widget'] })).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a wrong address shows the reason at its field and keeps the typed text', async () => {
    const { page } = await dashboard.visit({ at: AT });
    await enter(
      page,
      'Workflow for all cards',
      'https://prod-1.westeurope.logic.azure.com/workflows/1?sig=x',
    );
    await page.getByText('Addresses of this kind ended on November 30, 2025.').waitFor();
    await expect
      .poll(() => page.getByLabel('Workflow for all cards').inputValue())
      .toContain('logic.azure.com');
    await expect
      .poll(() => page.getByLabel('Workflow for all cards').getAttribute('aria-invalid'))
      .toBe('true');
  });

  test('an address is replaced or removed, and a refusal of the workflow is shown in words', async () => {
    const { page } = await dashboard.visit({ at: AT });
    await enter(page, 'Workflow for all cards', workflows.address('one'));
    await page.getByRole('button', { name: 'Replace address' }).click();
    await enter(page, 'Workflow for all cards', workflows.address('two'));
    await page.getByText('All changes saved').waitFor();
    workflows.gone.add('two');
    await page.getByRole('button', { name: 'Send a test card' }).click();
    await page.getByText('Not accepted').waitFor();
    await page.getByText('The workflow no longer exists').waitFor();
    await page.getByRole('button', { name: 'Remove address' }).click();
    await page.getByText('The address is removed when you save.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Workflow for all cards').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Test' }).count()).toBe(0);
  });

  test('a workflow that has failed for 15 minutes is reported on every page of the dashboard', async () => {
    const { page } = await dashboard.visit({ at: AT });
    await enter(page, 'Workflow for all cards', workflows.address('one'));
    workflows.gone.add('one');
    await page.getByRole('button', { name: 'Send a test card' }).click();
    await page.getByText('Not accepted').waitFor();
    const banner = page.getByRole('complementary', { name: 'Notifications fail' });
    await expect.poll(() => banner.count()).toBe(0);
    clock.advance(15 * 60_000);
    for (const at of ['#/', '#/questions', '#/settings/model']) {
      await page.goto(`${dashboard.service.origin}/api/dashboard${at}`);
      await page.reload();
      await banner.waitFor();
    }
    await page.goto(`${dashboard.service.origin}/api/collab-setup`);
    await banner.waitFor();
    await banner.getByRole('link', { name: 'Open notifications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  });

  test('an admin decides which version to keep after another admin’s change', async () => {
    const mine = await dashboard.visit({ at: AT });
    const theirs = await dashboard.visit({ at: AT });
    await mine.page.getByLabel('Include the first question').check();
    await enter(theirs.page, 'Workflow for all cards', workflows.address('theirs'));
    await theirs.page.getByText('All changes saved').waitFor();
    await mine.page.getByRole('button', { name: 'Save' }).click();
    await mine.page.getByText('Someone else saved changes in the meantime.').waitFor();
    await mine.page.getByRole('button', { name: 'Overwrite their changes' }).click();
    await mine.page.getByText('All changes saved').waitFor();
    // Their address stays: it was no part of this edit.
    await mine.page.getByText('Set since').waitFor();
  });
});
