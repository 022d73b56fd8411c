import { expect, test } from 'vitest';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { freshFixture } from '../support/fixtures.ts';
import { SHOP_WIDGET } from '../support/clients/registry.ts';
import { startDashboard, words } from './support/dashboard.ts';

const dashboard = freshFixture(() => startDashboard());

test('proactive messages are added, ordered and deleted, and errors are shown at their fields', async () => {
  const { service } = dashboard;
  const created = WidgetReply.parse(await (await service.post('/api/widgets', SHOP_WIDGET)).json());
  const { id } = created.widget;
  const stored = async () =>
    WidgetReply.parse(await (await service.get(`/api/widgets/${id}`)).json()).widget.proactive ?? [];
  const { page, complaints } = await dashboard.visit({ at: `#/settings/widgets/${id}` });
  const part = page.getByRole('region', { name: 'Proactive messages' });
  const add = part.getByRole('button', { name: 'Add message' });
  const texts = async () => (await stored()).map(({ text }) => text);
  const save = async () => page.getByRole('button', { name: 'Save', exact: true }).click();
  await add.click();
  const message = part.getByLabel('Message', { exact: true });
  await expect.poll(() => message.evaluate((field) => field === document.activeElement)).toBe(true);
  await message.fill('Welcome');
  await page.getByRole('button', { name: 'Terracotta' }).click();
  const card = () =>
    part.locator('.message-card').evaluate((one) => {
      const { backgroundColor, borderTopLeftRadius } = getComputedStyle(one);
      return [backgroundColor, borderTopLeftRadius];
    });
  await expect.poll(card).toEqual(['rgb(253, 248, 243)', '20px']);
  await part.getByLabel('Visitors').selectOption('First visit only');
  await add.click();
  const second = part.getByRole('listitem').nth(1);
  await second.getByLabel('Message', { exact: true }).fill('Questions about plans?');
  await second.getByLabel('Page', { exact: true }).fill('shop.example.com/pricing');
  await save();
  await second.getByText('Must be a path such as /pricing').waitFor();
  await second.getByLabel('Page', { exact: true }).fill('/pricing');
  await second.getByRole('button', { name: 'Move up' }).click();
  await save();
  await page.getByText('All changes saved').waitFor();
  const first = part.getByRole('listitem').first();
  expect(await words(first.locator('summary'))).toBe(
    'Questions about plans? /pricing · After 10 s · All visitors · Once per visitor',
  );
  expect(await texts()).toEqual(['Questions about plans?', 'Welcome']);
  expect((await stored())[1]).toMatchObject({ visitors: 'first-visit', seconds: 10 });
  await first.getByLabel('Show this message').uncheck();
  await part.getByRole('button', { name: 'Delete message' }).last().click();
  await save();
  await page.getByText('All changes saved').waitFor();
  expect(await texts()).toEqual(['Questions about plans?']);
  await first.getByText('Off', { exact: true }).waitFor();
  expect(complaints).toEqual([expect.stringContaining('400')]);
});
