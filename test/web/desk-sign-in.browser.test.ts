import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { collabTabPage } from '../../src/web/desk/page.tsx';
import { startAgentService } from '../support/service/agent-service.ts';
import { openContext } from '../support/browser/chromium.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { deskPageOf, startOffice } from './support/office.ts';
import { openInTeams } from './support/teams-host.ts';

/** The scripts and style sheets that a page has loaded, and their sizes in gzip. */
function filesOf(page: Page): { names: string[]; bytes(of: RegExp): Promise<number> } {
  const files: { name: string; size: Promise<number> }[] = [];
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? '';
    if (!/\.(js|css)$/.test(name)) return;
    files.push({ name, size: response.body().then((body) => gzipSync(body).length) });
  });
  return {
    get names() {
      return files.map(({ name }) => name);
    },
    async bytes(of) {
      const sizes = await Promise.all(files.filter(({ name }) => of.test(name)).map(({ size }) => size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

describe('the page of the desk', () => {
  const office = sharedFixture(() => startOffice());

  test('can be framed only by Teams and loads nothing from other origins', async () => {
    const answer = await office.service.get('/api/collab-tab');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.status).toBe(200);
    expect(policy).toMatch(
      /frame-ancestors https:\/\/teams\.microsoft\.com https:\/\/\*\.teams\.microsoft\.com https:\/\/gov\.teams\.microsoft\.us https:\/\/dod\.teams\.microsoft\.us https:\/\/\*\.cloud\.microsoft /,
    );
    expect(policy).toMatch(/default-src 'none'; script-src 'nonce-[^']+';/);
    expect(answer.headers.get('x-frame-options')).toBeNull();
  });

  test('contains only the settings for signing in', async () => {
    await office.conversation('human_requested', 'My secret question');
    const page = await (await office.service.get('/api/collab-tab')).text();
    expect(page).toContain('data-sign-in');
    expect(page).not.toContain('secret');
  });

  test('explains what to do if sign-in is not set up', async () => {
    const page = await (await openContext()).newPage();
    await page.route('**/api/collab-tab', async (route) => {
      const response = await route.fetch();
      const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? '';
      await route.fulfill({ response, body: collabTabPage({ nonce, signIn: undefined }) });
    });
    await page.goto(`${office.service.origin}/api/collab-tab`);
    const link = page.getByRole('link', { name: 'Set it up' });
    await expect.poll(() => link.getAttribute('href')).toBe('/api/collab-setup');
    await page.close();
  });
});

describe('in a browser', () => {
  const office = sharedFixture(() => startOffice());

  test('an agent signs in once, stays signed in after a reload, and signs out', async () => {
    const mia = await office.agent('Mia Berg');
    await mia.page.reload();
    await mia.list.waitFor();
    await mia.button('Settings').click();
    await mia.page.getByText('Signed in as Mia Berg').waitFor();
    await mia.button('Sign out').click();
    await mia.button('Sign in').waitFor();
    expect(mia.page.url()).toBe(`${office.service.origin}/api/collab-tab`);
    expect(mia.complaints).toEqual([]);
  });

  test('an agent who signs out in one window is signed out in the others', async () => {
    const kim = await office.agent('Ana Souza');
    const other = deskPageOf(await kim.context.newPage(), kim.context);
    await other.page.goto(kim.page.url());
    await other.list.waitFor();
    await kim.button('Settings').click();
    await kim.button('Sign out').click();
    await kim.button('Sign in').waitFor();
    await other.page.getByText('Closed', { exact: true }).click();
    await other.page.getByText('Your session has expired.').first().waitFor();
  });

  test('the page loads less than 60 kB before the sign-in library, 150 kB with it, and no code of Teams', async () => {
    const context = await openContext();
    const tab = await context.newPage();
    const files = filesOf(tab);
    await tab.goto(`${office.service.origin}/api/collab-tab`);
    await deskPageOf(tab, context).button('Sign in').waitFor();
    expect(files.names).toEqual(['desk.css', 'desk.js', expect.stringMatching(/^desk-browser-/)]);
    const page = await files.bytes(/^desk\.(js|css)$/);
    expect(page).toBeGreaterThan(20_000);
    expect(page).toBeLessThan(66_000);
    expect(await files.bytes(/./)).toBeLessThan(150_000);
    await context.close();
  });

  test('a refused token is renewed silently, and an error is shown if it cannot be renewed', async () => {
    const lee = await office.agent('Lee Okafor');
    const sessionId = await office.conversation('human_requested');
    let refusals = 1;
    await lee.page.route('**/api/agent/sessions/*/claim', (route) => {
      const refuses = refusals-- > 0;
      return refuses ? route.fulfill({ status: 401, json: { error: 'unauthorized' } }) : route.continue();
    });
    await lee.open(sessionId);
    await lee.key('c');
    await lee.field.waitFor();
    await lee.page.route('**/api/agent/**', (route) =>
      route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Sign in to continue.' } }),
    );
    await lee.field.fill('Not lost');
    await lee.field.press('Enter');
    await lee.page.getByText('Your session has expired.').waitFor();
    await lee.page.unroute('**/api/agent/**');
    await lee.button('Sign in again').click();
    await lee.button('Lee Okafor').click();
    await expect.poll(() => office.stored(sessionId)).toContain('Not lost');
  });
});

describe('in Teams', () => {
  const desk = sharedFixture(() => startAgentService());

  const tab = () => `${desk.service.origin}/api/collab-tab`;

  test('an agent who is signed in to Teams sees the desk immediately, in the theme of Teams', async () => {
    await desk.conversation('human_requested', 'Do you ship to Norway?');
    const context = await openContext();
    const token = await desk.agent('Mia').token();
    const teams = await openInTeams(context, { tab: tab(), theme: 'contrast', token });
    const files = filesOf(teams.page);
    await teams.tab.getByText('Do you ship to Norway?').waitFor();
    const theme = () => teams.tab.evaluate(() => document.documentElement.dataset['theme']);
    expect(await theme()).toBe('contrast');
    await teams.changeTheme('dark');
    await expect.poll(theme).toBe('dark');
    await teams.changeTheme('default');
    await expect.poll(theme).toBe('light');
    await teams.tab.getByRole('button', { name: 'Settings' }).click();
    await teams.tab.getByText('Signed in as Mia').waitFor();
    await expect.poll(() => teams.tab.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await expect
      .poll(() => teams.asked())
      .toEqual(
        expect.arrayContaining(['initialize', 'authentication.getAuthToken', 'appInitialization.success']),
      );
    expect(files.names.some((name) => name.startsWith('desk-browser-'))).toBe(false);
    await context.close();
  });

  test('a deep link opens its conversation, and an expired link says so', async () => {
    const sessionId = await desk.conversation('human_requested', 'Where is my parcel?');
    const context = await openContext();
    const token = await desk.agent('Mia').token();
    const link = await desk.service.services.deskLinks.create(sessionId);
    const opened = await openInTeams(context, { tab: tab(), theme: 'default', token, subEntityId: link });
    await opened.tab.getByRole('log', { name: 'Messages' }).getByText('Where is my parcel?').waitFor();
    expect(await opened.tab.evaluate(() => location.hash)).toBe(`#/c/${sessionId}`);
    const other = await openInTeams(context, { tab: tab(), theme: 'default', token, subEntityId: 'none' });
    await other.tab.getByText('This link has expired').waitFor();
    await context.close();
  });

  test('an agent who cannot be signed in is told what to do', async () => {
    const context = await openContext();
    const teams = await openInTeams(context, { tab: tab(), theme: 'default', token: undefined });
    await teams.tab.getByText('Teams could not sign you in.').waitFor();
    await teams.tab.getByRole('link', { name: 'Open in a browser' }).waitFor();
    await expect.poll(() => teams.asked()).toContain('appInitialization.failure');
    await context.close();
  });

  test('an account of another tenant is told that it cannot use the desk', async () => {
    const context = await openContext();
    const token = await desk.issuer.token({ tid: 'other-tenant' });
    const teams = await openInTeams(context, { tab: tab(), theme: 'default', token });
    await teams.tab.getByText('This account cannot use the agent desk.').waitFor();
    await context.close();
  });
});
