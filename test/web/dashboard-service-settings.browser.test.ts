import { expect, test } from 'vitest';
import { ServiceSettingsReply } from '../../src/email/wire/service-settings.ts';
import type { EmailResult } from '../../src/ports.ts';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { hoursAgo, startDashboard } from './support/dashboard.ts';

let answer: EmailResult = { ok: true };
const dashboard = sharedFixture(() =>
  startDashboard({
    settings: { SMTP_URL: 'smtp://127.0.0.1:25', EMAIL_FROM: 'chat@shop.example' },
    emailSender: {
      send: () => Promise.resolve(answer),
      check: () => Promise.resolve({ state: 'pending' as const }),
      removeAll: () => Promise.resolve(),
    },
  }),
);
const retentionDays = async () => (await dashboard.service.services.serviceSettings.current()).retentionDays;

test.each([
  [1280, false],
  [390, true],
])(
  'a shorter retention is saved after a confirmation, a longer one immediately, at %i px',
  async (width, dark) => {
    const before = await retentionDays();
    const { page, complaints } = await dashboard.visit({ at: '#/settings/conversations', width, dark });
    const days = page.getByRole('textbox', { name: 'Days to keep conversations' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Delete older conversations?' });
    await days.fill('30');
    await save.click();
    await dialog.getByText('without a message for 30 days are deleted').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => retentionDays()).toBe(before);
    await expect.poll(() => days.inputValue()).toBe('30');
    await save.click();
    await dialog.getByRole('button', { name: 'Save and delete' }).click();
    await page.getByText('All changes saved').waitFor();
    expect(await retentionDays()).toBe(30);

    await days.fill('60');
    await save.click();
    await expect.poll(retentionDays).toBe(60);
    await expect.poll(() => dialog.count()).toBe(0);
    await days.fill('');
    await save.click();
    await expect.poll(retentionDays).toBe(undefined);
    expect(complaints).toEqual([]);
  },
);

test.each([
  [1280, true],
  [390, false],
])('a test e-mail shows that it was accepted or why not, at %i px', async (width, dark) => {
  const { page, complaints } = await dashboard.visit({ at: '#/settings/email', width, dark });
  await page.getByRole('textbox', { name: 'Business name' }).fill(`Harbour Cycles ${width}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  const part = page.getByRole('region', { name: 'Test' });
  const send = part.getByRole('button', { name: 'Send me a test e-mail' });
  await expect.poll(() => send.isDisabled()).toBe(true);
  await part.getByRole('textbox', { name: 'Your e-mail address' }).fill('owner@harbour.example');
  answer = { ok: true };
  await send.click();
  await part.getByText('The e-mail service has taken the e-mail.').waitFor();
  answer = { ok: false, code: 'not-allowed', permanent: true };
  await send.click();
  await part.getByText('Not sent.').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a test e-mail of the local host says that it is in the local mailbox and was not sent', async () => {
  const { page } = await dashboard.visit({ at: '#/settings/email' });
  await page.route('**/api/service-settings', async (route) => {
    const settings = ServiceSettingsReply.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...settings, email: { ...settings.email, sender: 'mailbox' } } });
  });
  await page.reload();
  const part = page.getByRole('region', { name: 'Test' });
  await part.getByRole('textbox', { name: 'Your e-mail address' }).fill('owner@harbour.example');
  answer = { ok: true };
  await part.getByRole('button', { name: 'Send me a test e-mail' }).click();
  await part.getByText('The e-mail is in the local mailbox. It was not sent to this address.').waitFor();
  await expect.poll(() => page.getByText('Look into your mailbox').count()).toBe(0);
});

test('the step of the installation is done once a site has loaded the tag, not after a preview', async () => {
  const { origin } = dashboard.service;
  await dashboard.tell({ startedAtMs: hoursAgo(1), origin, events: [{ visitor: 'Does the preview work?' }] });
  const { page } = await dashboard.visit();
  const step = page.getByRole('link', { name: 'Add the chat to your site' });
  await step.waitFor();
  await fetch(`${origin}/api/widget.js`, { headers: { referer: 'https://shop.example.com/' } });
  await expect.poll(async () => (await dashboard.service.services.tagSightings.list()).length).toBe(1);
  await page.reload();
  await page.getByText('Get started').waitFor();
  await expect.poll(() => step.count()).toBe(0);
});
