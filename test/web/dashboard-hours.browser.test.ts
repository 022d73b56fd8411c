import { describe, expect, test } from 'vitest';
import { BusinessHoursReply } from '../../src/availability/wire.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startDashboard } from './support/dashboard.ts';
import { holdAnswers } from './support/held-answers.ts';

const dashboard = freshFixture(() => startDashboard());

async function stored() {
  const { body } = await registryAdmin(dashboard.service).send('GET', 'business-hours');
  return BusinessHoursReply.parse(body).hours;
}

describe('business hours', () => {
  test('are set, copied to all days, and saved with a holiday', async () => {
    const { page, complaints } = await dashboard.visit({ at: '#/settings/hours' });
    await page.getByText('Agents are available at any time.').waitFor();
    await page.getByLabel('Set business hours').check();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('berlin');
    await zone.press('Tab');
    await expect.poll(() => zone.inputValue()).toBe('Europe/Berlin');
    const monday = page.getByRole('group', { name: 'Monday' });
    await monday.getByLabel('To').fill('00:00');
    await monday.getByRole('button', { name: 'Copy to all days' }).click();
    const sunday = page.getByRole('group', { name: 'Sunday' });
    await sunday.getByRole('button', { name: 'Remove' }).click();
    await sunday.getByText('Closed').waitFor();
    await page.getByRole('button', { name: 'Add holiday' }).click();
    const holidays = page.getByRole('group', { name: 'Holidays' });
    await holidays.getByLabel('Date').fill('2026-12-25');
    await holidays.getByLabel('Every year').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('All changes saved').waitFor();
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    expect(await stored()).toEqual({
      timeZone: 'Europe/Berlin',
      weekly: days.map((day) => ({ day, from: '09:00', to: '24:00' })),
      holidays: [{ date: '2026-12-25', yearly: true }],
    });
    // They are there on the next visit, before the service has answered again.
    const release = await holdAnswers(page, '**/api/business-hours');
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await page.getByRole('link', { name: 'Hours', exact: true }).click();
    await expect.poll(() => holidays.getByLabel('Date').inputValue()).toBe('2026-12-25');
    await release();
    expect(complaints).toEqual([]);
  });

  test('that are changed while they are being saved stay changed, and the next save stores them', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/hours' });
    await page.getByLabel('Set business hours').check();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    const release = await holdAnswers(page, '**/api/business-hours');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    const to = page.getByRole('group', { name: 'Monday' }).getByLabel('To');
    await to.fill('12:30');
    await release();
    await expect.poll(async () => (await stored())?.weekly[0]?.to).toBe('17:00');
    await save.click();
    await page.getByText('All changes saved').waitFor();
    expect((await stored())?.weekly[0]?.to).toBe('12:30');
  });

  test('that overlap are named, and a missing time is requested at its field', async () => {
    const { page } = await dashboard.visit({ at: '#/settings/hours' });
    await page.getByLabel('Set business hours').check();
    const friday = page.getByRole('group', { name: 'Friday' });
    await friday.getByRole('button', { name: 'Add time' }).click();
    await expect.poll(() => page.getByText('Times overlap').count()).toBe(0);
    await friday.getByLabel('From').nth(1).fill('16:00');
    await page.getByText('Times overlap: Friday.').waitFor();
    await friday.getByLabel('From').nth(1).fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved. Fix 1 field.').waitFor();
    expect(await stored()).toBeUndefined();
  });

  test('are shown on the overview, with the next opening', async () => {
    const { send } = registryAdmin(dashboard.service);
    const { page } = await dashboard.visit();
    await page.getByText('No agent is available now.').waitFor();
    const weekly = [{ day: 'monday', from: '09:00', to: '17:00' }];
    await send('PUT', 'business-hours', { hours: { timeZone: 'Europe/Berlin', weekly } });
    const other = await dashboard.visit();
    await other.page.getByText(/^Outside business hours until Monday.* 23 November, 09:00\./).waitFor();
  });

  test('of a widget are separate, and another edit of the widget keeps them', async () => {
    const { send, register } = registryAdmin(dashboard.service);
    const { widget } = await register();
    const { page } = await dashboard.visit({ at: `#/settings/widgets/${widget.id}` });
    const own = page.getByLabel('Use separate hours for this widget');
    await own.check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('All changes saved').waitFor();
    await page.reload();
    await page.getByRole('group', { name: 'Monday' }).waitFor();
    await page.getByLabel('Name', { exact: true }).first().fill('Shop 2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('All changes saved').waitFor();
    expect(await send('GET', `widgets/${widget.id}`)).toMatchObject({
      body: { widget: { name: 'Shop 2', hours: { holidays: [] } } },
    });
  });
});
