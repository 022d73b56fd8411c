import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { AssistantReply } from '../../src/assistants/wire/assistants.ts';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startDashboard } from './support/dashboard.ts';

const MARKUP = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
/** An unterminated right-to-left override. */
const NAME = `Shop \u202E ${MARKUP.slice(0, 60)}`;

let widgetId: string;
let assistantId: string;

const dashboard = sharedFixture(() => startDashboard());
beforeAll(async () => {
  const { service } = dashboard;
  const agent = {
    name: NAME.slice(0, 60),
    instructions: MARKUP,
    greeting: MARKUP,
    knowledge: { kind: 'documents' },
  };
  ({ id: assistantId } = AssistantReply.parse(
    await (await service.post('/api/assistants', agent)).json(),
  ).assistant);
  const widget = {
    name: NAME,
    primaryDomain: `${'a-long-label.'.repeat(12)}example.com`,
    allowedOrigins: [`https://${'a-long-label.'.repeat(12)}example.com`],
    assistantId,
    signIn: { issuer: 'https://login.example.com', clientId: 'chat' },
    branding: { title: MARKUP.slice(0, 60), greeting: MARKUP, color: '#ffee00', corner: 'left' },
    proactive: [{ id: randomUUID(), text: MARKUP, page: `/${'x'.repeat(199)}` }],
  };
  for (let index = 0; index < 2; index++) {
    const response = await service.post('/api/widgets', widget);
    ({ id: widgetId } = WidgetReply.parse(await response.json()).widget);
  }
});

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each([
  ['the list of widgets', () => '#/settings/widgets', '.registry .row-link'],
  ['a widget', () => `#/settings/widgets/${widgetId}`, '.warning'],
  ['a new widget', () => '#/settings/widgets/new', '.save-bar'],
  ['the list of AI agents', () => '#/settings/assistants', '.registry .row-link'],
  ['an AI agent', () => `#/settings/assistants/${assistantId}`, '.try-out'],
  ['the first AI agent', () => '#/settings/assistants/default', '.try-out'],
])(
  '%s fits and is accessible at every width, light and dark, whatever it is called',
  async (_name, at, sign) => {
    const { page, complaints } = await dashboard.revisit({ at: at(), width: 1440 });
    await page.locator(sign).first().waitFor();
    for (const details of await page.locator('main details').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''));
    }
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const width of [1024, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => tooWide(page)).toBe(0);
    }
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => page.title()).toBe('Settings · Dashboard');
    expect(await page.evaluate(() => /[\u202A-\u202E]/.test(document.body.innerText))).toBe(false);
    expect(complaints).toEqual([]);
  },
);

test('what can be wrong is accessible too: refused fields, an edit that was overtaken, a question', async () => {
  const { page } = await dashboard.visit({ at: `#/settings/widgets/${widgetId}`, width: 360, dark: true });
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Must not be empty.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await registryAdmin(dashboard.service).send('PATCH', `widgets/${widgetId}`, { enabled: false });
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Someone else saved changes in the meantime.').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toBe(0);
});
