import { expect, it } from 'vitest';
import { OverviewReply } from '../../src/admin/wire/admin.ts';
import { ServiceSettingsReply, TestEmailReply } from '../../src/email/wire/service-settings.ts';
import { SettingsFile } from '../../src/admin/wire/settings-file.ts';
import type { Email, EmailResult } from '../../src/ports.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { startService } from '../support/service/service.ts';

const PATH = '/api/service-settings';
const DAY_MS = 86_400_000;
const clock = manualClock();
const sent: Email[] = [];
let answer: EmailResult = { ok: true };
const emailSender = {
  send(email: Email) {
    sent.push(email);
    return Promise.resolve(answer);
  },
  check: () => Promise.resolve({ state: 'pending' as const }),
  removeAll: () => Promise.resolve(),
};
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:25', EMAIL_FROM: 'chat@shop.example' };

const open = sharedFixture(() => startService({ clock, emailSender, settings: SMTP }));
const decided = sharedFixture(() =>
  startService({
    settings: {
      ...SMTP,
      RETENTION_DAYS: '90',
      EMAIL_REPLY_TO: 'help@shop.example',
      EMAIL_BUSINESS_NAME: 'Shop',
    },
  }),
);

const put = (origin: string, path: string, body: object) =>
  fetch(`${origin}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const save = (settings: object) => put(open.origin, PATH, settings);
const test = async (to: string) =>
  TestEmailReply.parse(await (await open.post(`${PATH}/test-email`, { to })).json());

it('a setting that the environment does not set can be saved, and takes effect on retention', async () => {
  const sessionId = crypto.randomUUID();
  await open.post('/api/chat', { message: 'Hello', sessionId });
  clock.advance(8 * DAY_MS);
  await open.services.retention.run();
  expect((await open.get(`/api/sessions/${sessionId}/transcript`)).status).toBe(200);

  const response = await save({ retentionDays: 7 });
  expect(ServiceSettingsReply.parse(await response.json())).toMatchObject({
    settings: { retentionDays: 7 },
    environment: {},
    email: { sender: 'smtp', from: 'chat@shop.example' },
  });
  const overview = OverviewReply.parse(await (await open.get('/api/overview')).json());
  expect(overview.retentionDays).toBe(7);
  await open.services.retention.run();
  expect((await open.get(`/api/sessions/${sessionId}/transcript`)).status).toBe(404);
});

it('another instance uses a changed setting within 15 seconds', async () => {
  await save({ retentionDays: 30 });
  const other = await startService({ clock, dataDir: open.dataDir, emailSender, settings: SMTP });
  const retentionDays = async () => (await other.services.serviceSettings.current()).retentionDays;
  expect(await retentionDays()).toBe(30);
  await save({ retentionDays: 31 });
  clock.advance(15_001);
  expect(await retentionDays()).toBe(31);
  await other.close();
});

it('the environment takes precedence over saved settings, and its values are shown separately', async () => {
  await put(decided.origin, PATH, { retentionDays: 7, emailBusinessName: 'Other' });
  expect(ServiceSettingsReply.parse(await (await decided.get(PATH)).json())).toMatchObject({
    settings: { retentionDays: 7, emailBusinessName: 'Other' },
    environment: { retentionDays: 90, emailReplyTo: 'help@shop.example', emailBusinessName: 'Shop' },
  });
  expect(await decided.services.serviceSettings.current()).toEqual({
    retentionDays: 90,
    emailReplyTo: 'help@shop.example',
    emailBusinessName: 'Shop',
  });
});

it.each([
  [{ retentionDays: -1 }, 'retentionDays'],
  [{ retentionDays: 1.5 }, 'retentionDays'],
  [{ retentionDays: null }, 'retentionDays'],
  [{ emailReplyTo: 'help' }, 'emailReplyTo'],
  [{ emailBusinessName: 'Shop\nBcc: x' }, 'emailBusinessName'],
])('%j is refused, and the error names the field', async (settings, path) => {
  const response = await save(settings);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ issues: [{ path }] });
});

it('a test e-mail has the saved name and reply address, and a refusal has its reason', async () => {
  await save({ emailBusinessName: 'Harbour Cycles', emailReplyTo: 'help@harbour.example' });
  expect(await test('owner@harbour.example')).toEqual({});
  expect(sent.at(-1)).toMatchObject({
    to: 'owner@harbour.example',
    fromName: 'Harbour Cycles',
    replyTo: 'help@harbour.example',
  });
  answer = { ok: false, code: 'not-allowed', permanent: true };
  expect(await test('owner@harbour.example')).toEqual({ failure: 'not-allowed' });
  const invalid = await open.post(`${PATH}/test-email`, { to: 'owner' });
  expect(await invalid.json()).toMatchObject({ issues: [{ path: 'to' }] });
});

it('the settings file transfers the service settings and the default widget to another deployment', async () => {
  await save({ retentionDays: 14, emailBusinessName: 'Harbour Cycles' });
  await put(open.origin, '/api/default-widget', { branding: { greeting: 'Ask us' } });
  const file = SettingsFile.parse(await (await open.get('/api/settings')).json());
  expect(file.service).toEqual({ retentionDays: 14, emailBusinessName: 'Harbour Cycles' });
  const other = await startService();
  expect((await other.post('/api/settings', file)).status).toBe(200);
  expect((await other.services.serviceSettings.read()).settings).toEqual(file.service);
  expect((await other.services.defaultWidgets.read()).widget).toEqual({ branding: { greeting: 'Ask us' } });
  await other.close();
});
