import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SessionsReply } from '../../src/admin/wire/admin.ts';
import { WidgetReply, WidgetsReply } from '../../src/widgets/wire/widgets.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';
import { startDashboard, words } from './support/dashboard.ts';

const dashboard = sharedFixture(() => startDashboard());
beforeEach(() => registryAdmin(dashboard.service).clear());

const LIST = '#/settings/widgets';
const SHOP = {
  name: 'Shop',
  primaryDomain: 'shop.example.com',
  allowedOrigins: ['https://shop.example.com'],
};

/** Registers a widget, and returns its id. */
async function registered(edit: object = SHOP): Promise<string> {
  const response = await dashboard.service.post('/api/widgets', edit);
  expect(response.status).toBe(201);
  return WidgetReply.parse(await response.json()).widget.id;
}

const widgets = async () =>
  WidgetsReply.parse(await (await dashboard.service.get('/api/widgets')).json()).widgets;

/** The settings of a new widget. */
async function editing() {
  const id = await registered();
  return { id, ...(await dashboard.revisit({ at: `${LIST}/${id}` })) };
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const openAdvanced = (page: Page) => page.getByRole('heading', { name: 'Advanced' }).click();
async function saveAll(page: Page): Promise<void> {
  await save(page);
  await page.getByText('All changes saved').waitFor();
}

test('an empty list explains widgets and leads to the first one with its tag', async () => {
  const { page, complaints } = await dashboard.revisit({ at: LIST });
  await page.getByText('No registered widgets').waitFor();
  await page.getByRole('link', { name: 'New widget' }).click();
  await page.getByRole('heading', { level: 1, name: 'New widget' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Oak & Linen');
  await page.getByLabel('Primary domain').fill('Shop.Example.com');
  await page.getByRole('button', { name: 'Allow https://shop.example.com' }).click();
  await expect.poll(() => page.getByLabel('Allowed origins').inputValue()).toBe('https://shop.example.com');
  await page.getByRole('button', { name: 'Create widget' }).click();

  await page.getByRole('heading', { level: 1, name: 'Oak & Linen' }).waitFor();
  const [widget] = await widgets();
  expect(widget).toMatchObject({ name: 'Oak & Linen', primaryDomain: 'shop.example.com', enabled: true });
  const { origin } = dashboard.service;
  await page.getByRole('button', { name: 'Copy tag' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `<script src="${origin}/api/widget.js?w=${widget?.id}" async></script>`,
  );
  await page.getByText('Sites with a Content-Security-Policy').click();
  await page.getByText(`frame-src ${origin}`).waitFor();
  await page.getByText('Embed as an iframe').click();
  await page.getByText(`<iframe src="${origin}/api/widget/frame?w=${widget?.id}"`).waitFor();

  await page.getByRole('link', { name: 'Widgets' }).first().click();
  await page.getByRole('row', { name: /Oak & Linen shop\.example\.com Default: .+ On/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('agent groups are saved one per line with the setting for files, and cleared settings are removed', async () => {
  const { page } = await editing();
  await openAdvanced(page);
  const groups = page.getByRole('textbox', { name: 'Agent groups' });
  const files = page.getByLabel('Allow files from visitors and agents');
  await groups.fill('Sales\n\n 6f9619ff-8b86-d011-b42d-00cf4fc964ff ');
  await files.check();
  await saveAll(page);
  expect(await widgets()).toMatchObject([
    { agentGroups: ['Sales', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'], attachments: true },
  ]);
  await groups.fill('');
  await files.uncheck();
  await saveAll(page);
  const [widget] = await widgets();
  expect(widget).not.toHaveProperty('agentGroups');
  expect(widget).not.toHaveProperty('attachments');
});

test('errors of the service are shown at their fields, and the first one gets the focus', async () => {
  const { page } = await dashboard.revisit({ at: `${LIST}/new` });
  await page.getByLabel('Name', { exact: true }).fill('Shop');
  await page.getByLabel('Primary domain').fill('our shop');
  await page.getByLabel('Allowed origins').fill('https://shop.example.com\n\nhttps://help.example.com/');
  await page.getByRole('button', { name: 'Create widget' }).click();
  await page.getByText('Not saved. Fix 2 fields.').waitFor();
  const domain = page.getByLabel('Primary domain');
  await expect.poll(() => domain.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByText('Must be a domain such as shop.example.com').waitFor();
  await page.getByText('“https://help.example.com/” must be an origin such as').waitFor();

  await domain.fill('shop.example.com');
  await expect.poll(() => page.getByText('Must be a domain').count()).toBe(0);
  await page.getByLabel('Allowed origins').fill('https://shop.example.com');
  await page.getByRole('button', { name: 'Create widget' }).click();
  await page.getByRole('heading', { name: 'Installation' }).waitFor();
});

describe('an edit', () => {
  test('stays when another view is opened, until it is saved or discarded', async () => {
    const { page } = await editing();
    await page.getByLabel('Name', { exact: true }).fill('Shop of oak');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop of oak');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop');
    await page.getByLabel('Name', { exact: true }).fill('Shop of linen');
    await saveAll(page);
    await page.getByRole('heading', { level: 1, name: 'Shop of linen' }).waitFor();
    expect((await widgets())[0]?.name).toBe('Shop of linen');
  });

  test('creates a secret for the site’s tokens, shows it once, and keeps what is being edited', async () => {
    const { page, complaints } = await editing();
    await openAdvanced(page);
    await page.getByLabel('The site identifies its visitors').check();
    await page.getByLabel('Token issuer').fill('https://shop.example.com');
    await page.getByLabel('Claims for actions').fill('customer_number\n\nplan\n');
    await saveAll(page);
    await page.getByLabel('Name', { exact: true }).fill('Shop of oak');
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
    await page.getByText('It is not shown again.').waitFor();
    const secret = await page.locator('[aria-labelledby=widget-identity] code.key').textContent();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await saveAll(page);
    const [widget] = await widgets();
    expect(widget).toMatchObject({
      name: 'Shop of oak',
      siteLogin: { issuer: 'https://shop.example.com', claims: ['customer_number', 'plan'] },
    });
    expect(widget?.identitySecrets).toHaveLength(1);
    await page.reload();
    await openAdvanced(page);
    await page.getByText('Current, created').waitFor();
    await expect.poll(() => page.getByText(secret ?? '').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the current secret' }).click();
    await page.getByRole('button', { name: 'Remove secret' }).click();
    await expect.poll(async () => (await widgets())[0]?.identitySecrets).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['theirs', 'Discard my changes'],
    ['mine', 'Overwrite their changes'],
  ])('that conflicts with another admin’s change keeps %s, as its reader decides', async (kept, decision) => {
    const { id, page } = await editing();
    await page.getByLabel('Name', { exact: true }).fill('mine');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...SHOP, name: 'theirs' });
    await fetch(`${dashboard.service.origin}/api/widgets/${id}`, { method: 'PUT', headers, body });
    await save(page);
    await page.getByRole('alert').getByText('Someone else saved changes in the meantime.').waitFor();
    expect((await widgets())[0]?.name).toBe('theirs');
    await page.getByRole('button', { name: decision }).click();
    await page.getByText('All changes saved').waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(kept);
    expect((await widgets())[0]?.name).toBe(kept);
  });

  test('saves look, texts and sign-in', async () => {
    const { page } = await editing();
    await page.getByLabel('Title').fill('Ask Oak');
    const preset = page.getByRole('button', { name: 'Terracotta' });
    const corner = await preset
      .locator('.swatch')
      .evaluate((one) => getComputedStyle(one).borderTopLeftRadius);
    expect(corner).toBe('10px');
    await preset.click();
    await page.getByLabel('Text color', { exact: true }).fill('#9ca3af');
    await page.getByText('The text has a contrast of 2.4:1 on the surface and needs 4.5:1.').waitFor();
    await page.getByRole('button', { name: 'Reset text color' }).click();
    await expect.poll(() => page.getByText('The text has a contrast').count()).toBe(0);
    await page.getByLabel('Accent', { exact: true }).fill('#0f766e');
    await page.getByLabel('Corner radius').fill('4');
    await page.getByRole('button', { name: 'Headset' }).click();
    await page.getByLabel('Suggested questions').fill('Where is my order?\n\nCan I return it?\n');
    await page.getByRole('group', { name: 'Position' }).getByText('Left').click();
    await openAdvanced(page);
    await page.getByRole('heading', { name: 'Text', exact: true }).click();
    await page.getByLabel('Send', { exact: true }).fill('Ask away');
    await page.getByLabel('Visitors can sign in').check();
    await page.getByLabel('Issuer').fill('https://login.example.com');
    await page.getByLabel('Client ID').fill('chat');
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: picture };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByAltText('Current logo').waitFor();
    await saveAll(page);
    expect((await widgets())[0]).toMatchObject({
      signIn: { issuer: 'https://login.example.com', clientId: 'chat', required: false },
      branding: {
        title: 'Ask Oak',
        color: '#0f766e',
        surface: '#fdf8f3',
        radius: 4,
        font: 'serif',
        launcherIcon: 'headset',
        corner: 'left',
        suggestions: ['Where is my order?', 'Can I return it?'],
        strings: { Send: 'Ask away' },
        logo: expect.stringMatching(/^data:image\/(png|webp|jpeg);base64,/),
      },
    });
  });
});

test('the preview is the real chat, follows typed changes, and answers once the widget is saved', async () => {
  const { id, page, complaints } = await editing();
  const preview = page.frameLocator('iframe[title="Preview of the chat"]:not(.coming)');
  await preview.getByRole('heading', { name: 'Chat' }).waitFor();
  await page.getByLabel('Title').fill('Ask "Oak" & <Linen>');
  await page.clock.runFor(1_000);
  await preview.getByRole('heading', { name: 'Ask "Oak" & <Linen>' }).waitFor();
  await page.getByRole('button', { name: 'Harbor' }).click();
  await page.getByRole('group', { name: 'Preview theme' }).getByText('Dark').click();
  await page.clock.runFor(1_000);
  const scheme = () =>
    preview.locator('chat-widget dialog').evaluate((panel) => getComputedStyle(panel).colorScheme);
  await expect.poll(scheme).toBe('dark');
  const field = preview.getByRole('textbox');
  await field.fill('Where is my order?');
  await field.press('Enter');
  await preview.getByText('Where is my order?').waitFor();
  await expect
    .poll(async () => {
      const { sessions } = SessionsReply.parse(await (await dashboard.service.get('/api/sessions')).json());
      return sessions.filter(({ widget }) => widget?.id === id);
    })
    .toMatchObject([{ widget: { name: 'Shop', primaryDomain: 'shop.example.com' } }]);
  expect(complaints).toEqual([]);
});

test('a widget without its own greeting shows that of its assistant, also before it is saved', async () => {
  const agent = { name: 'Nora', instructions: 'You are kind.', greeting: 'Hello, I am Nora.' };
  await dashboard.service.post('/api/assistants', agent);
  // The widget stays unsaved, which a page remembers.
  const { page } = await dashboard.visit({ at: `${LIST}/new` });
  await page.getByLabel('Initial AI agent').selectOption('Nora');
  await page.clock.runFor(1_000);
  const preview = page.frameLocator('iframe[title="Preview of the chat"]:not(.coming)');
  await preview.getByText('Hello, I am Nora.').waitFor();
  await page.getByLabel('Greeting', { exact: true }).fill('Welcome to the shop.');
  await page.clock.runFor(1_000);
  await preview.getByText('Welcome to the shop.').waitFor();
});

test('the preview is available only in frames of the dashboard and only for admins', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const preview = await service.get('/api/widget/preview');
  expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  await service.post('/api/ops/rotate-key', {});
  expect((await service.get('/api/widget/preview')).status).toBe(401);
});

test('a widget is switched off and on, even while another change is not saved', async () => {
  const { page } = await editing();
  await page.getByLabel('Name', { exact: true }).fill('Shop of oak');
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  expect(await words(page.locator('.head'))).toBe('Shop Off');
  expect((await widgets())[0]).toMatchObject({ name: 'Shop', enabled: false });
  await saveAll(page);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  expect((await widgets())[0]).toMatchObject({ name: 'Shop of oak', enabled: true });
});

test('a widget is deleted only after a confirmation', async () => {
  const { id, page } = await editing();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this widget?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete widget' }).click();
  await page.getByText('No registered widgets').waitFor();
  expect(await widgets()).toEqual([]);
  await page.goto(`${dashboard.service.origin}/api/dashboard${LIST}/${id}`);
  await page.getByText('Widget not found').waitFor();
});

test('many widgets are searched by words', async () => {
  for (let index = 0; index < 11; index++) {
    await registered({ ...SHOP, name: `Shop ${index}`, primaryDomain: `shop-${index}.example.com` });
  }
  const { page } = await dashboard.revisit({ at: LIST });
  await page.getByRole('searchbox', { name: 'Find a widget' }).fill('shop-7');
  await expect.poll(() => page.locator('.registry tbody tr').count()).toBe(1);
  await page.getByRole('link', { name: 'Shop 7' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Shop 7' }).waitFor();
});
