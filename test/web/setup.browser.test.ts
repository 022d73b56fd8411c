import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { violations } from '../support/browser/axe.ts';
import { openContext } from '../support/browser/chromium.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const CLIENT_ID = '11111111-2222-4333-8444-555555555555';
const TENANT_ID = '66666666-7777-4888-8999-000000000000';

async function open(service: RunningService, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(`${service.origin}/api/collab-setup`);
  await page.getByRole('heading', { name: 'Install in Teams' }).waitFor();
  return page;
}

const step = (page: Page, name: string) => page.getByRole('region', { name });

describe('on the local host', () => {
  const service = sharedFixture(() => startService());
  const page = sharedFixture(() => open(service));
  afterAll(async () => {
    await page.context().close();
  });

  test('the values are complete once the ids are entered, and are copied exactly', async () => {
    const register = step(page, 'Register the application');
    const uri = register.locator('.value', { hasText: 'Application ID URI' });
    await uri.getByText('Enter the IDs first').waitFor();
    await page.getByLabel('Application (client) ID').fill(CLIENT_ID);
    await uri.getByRole('button', { name: 'Copy' }).click();
    await uri.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `api://${new URL(service.origin).host}/${CLIENT_ID}`,
    );
    const save = step(page, 'Configure the service').getByRole('button', { name: 'Save' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByLabel('Directory (tenant) ID').fill(TENANT_ID);
    await expect.poll(() => save.isEnabled()).toBe(true);
  });

  test('the script can be copied instead', async () => {
    await page.getByRole('button', { name: 'Azure CLI' }).click();
    await page.getByRole('button', { name: 'Copy script' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^#!\/usr\/bin\/env bash\n[\s\S]+az ad app create/);
  });

  test('the sign-in can be tried and returns to this page', async () => {
    await page.getByRole('button', { name: 'Sign in and check' }).click();
    await page.getByRole('button', { name: 'Ana Souza' }).click();
    await page.getByText('The service accepted the token of ana.souza@business.example.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/api/collab-setup');
    await step(page, 'Test the sign-in').getByText('Done').waitFor();
  });

  test('a sign-in that cannot be loaded shows an error', async () => {
    const other = await open(service);
    let isGone = true;
    await other.route('**/setup-browser-*.js', (route) =>
      isGone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    // The first failure loads the page again.
    await other.reload();
    const trial = step(other, 'Test the sign-in');
    await trial.getByText('A part of this page could not be loaded.').waitFor();
    isGone = false;
    await other.reload();
    await trial.getByRole('button', { name: 'Sign in and check' }).click();
    await other.getByRole('button', { name: 'Ana Souza' }).waitFor();
    await other.context().close();
  });

  test('the package for Teams is not available, with the reason', async () => {
    const last = step(page, 'Install in Teams');
    await last.getByText('Teams requires a public https address.').waitFor();
    await expect.poll(() => last.getByRole('button', { name: 'Download Teams app' }).isDisabled()).toBe(true);
  });

  test('the page is accessible at every width, light and dark', async () => {
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const tooWide = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(tooWide).toBe(0);
    }
    expect(await violations(page)).toEqual([]);
  });
});

describe('with an application that an admin saves', () => {
  const issuer = sharedFixture(() => startTokenIssuer());
  const service = sharedFixture(() =>
    startService({ settings: { IDP_AUTHORITY: issuer.settings.IDP_AUTHORITY } }),
  );

  test('the page uses a saved application immediately, keeps it, and removes it again', async () => {
    const page = await open(service);
    const application = step(page, 'Configure the service');
    await page.getByLabel('Application (client) ID').fill(issuer.clientId);
    await page.getByLabel('Directory (tenant) ID').fill(issuer.tenantId);
    await application.getByRole('button', { name: 'Save' }).click();
    await application.getByText('The signing keys of your directory are reachable.').waitFor();
    await page.getByRole('link', { name: 'Download Teams app' }).waitFor();
    await page.reload();
    await application.getByText(issuer.clientId).waitFor();
    await application.getByRole('button', { name: 'Remove' }).click();
    await application.getByText('test accounts are used').waitFor();
    await page.context().close();
  });
});

describe('with an application in the settings', () => {
  const issuer = sharedFixture(() => startTokenIssuer());
  const service = sharedFixture(() =>
    startService({
      settings: {
        ...issuer.settings,
      },
    }),
  );

  test('the page shows it, reads the keys of the tenant, and offers the package', async () => {
    const page = await open(service);
    await step(page, 'Register the application').getByText('Done').waitFor();
    const settings = step(page, 'Configure the service');
    await settings.getByText('The signing keys of your directory are reachable.').waitFor();
    await settings.getByText('Done').waitFor();
    const download = page.getByRole('link', { name: 'Download Teams app' });
    const answer = await fetch(new URL((await download.getAttribute('href')) ?? '', service.origin));
    expect(answer.headers.get('content-type')).toBe('application/zip');
    await page.context().close();
  });

  test('an error is shown if the keys cannot be reached', async () => {
    issuer.mood = 'error';
    const other = await startService({
      settings: {
        ...issuer.settings,
      },
    });
    const page = await open(other);
    const settings = step(page, 'Configure the service');
    await settings.getByText('The signing keys of your directory cannot be reached.').waitFor();
    await settings.getByText('Needs attention').waitFor();
    await page.context().close();
    await other.close();
  });
});
