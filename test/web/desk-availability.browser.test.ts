import { expect, test } from 'vitest';
import { movedClock } from '../support/clocks/real-clock.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice());

async function visitorsAreTold(): Promise<unknown> {
  const { status } = await (await office.service.get('/api/availability')).json();
  return status;
}

test('an agent’s availability is set by a switch or by keyboard, and is kept', async () => {
  const mia = await office.agent('Mia Berg');
  const available = mia.page.getByRole('switch', { name: 'Available' });
  const on = available.and(mia.page.locator(':checked'));
  const off = available.and(mia.page.locator(':not(:checked)'));
  await on.waitFor();
  await expect.poll(visitorsAreTold).toBe('available');

  await available.focus();
  await mia.page.keyboard.press('Space');
  await off.waitFor();
  await expect.poll(visitorsAreTold).toBe('away');

  await mia.page.reload();
  await off.waitFor();
  await available.check();
  await on.waitFor();
  await expect.poll(visitorsAreTold).toBe('available');
  expect(mia.complaints).toEqual([]);
});

test('a status that cannot be stored is reverted, with a message', async () => {
  const lee = await office.agent('Lee Okafor');
  const on = lee.page.getByRole('switch', { name: 'Available' });
  await on.waitFor();
  await lee.page.route('**/api/agent/me/availability', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: '{"error":"validation-failed","message":"It could not be stored."}',
    }),
  );
  await on.click();
  await lee.page.getByRole('alert').filter({ hasText: 'It could not be stored.' }).waitFor();
  await expect.poll(() => on.isChecked()).toBe(true);
});

test.each([
  ['in a conversation', true],
  ['as the first thing', false],
])(
  'a visitor who asks for a person %s is told of an agent who came after the last answer "away"',
  async (_case, hasConversation) => {
    const clock = movedClock();
    const moved = await startOffice({ clock });
    const visitor = await moved.visitor();
    await visitor.panel.getByText('Our team is away right now').waitFor();
    if (hasConversation) {
      await visitor.send('Hello');
      await visitor.log.getByText('Hello there.').waitFor();
    }
    const mia = await moved.agent('Mia Berg');
    // The answers of the service and of the browser's cache would still be "away".
    clock.advance(3000);
    const cached = await moved.service.get('/api/availability');
    expect(await cached.json()).toMatchObject({ status: 'away' });

    await visitor.button('Talk to a person').first().click();
    await visitor.panel.locator('.thread').getByText('A person is available').waitFor();
    await expect.poll(() => visitor.panel.getByText('Our team is away right now').count()).toBe(0);
    await expect.poll(() => visitor.panel.getByLabel('E-mail or phone').count()).toBe(0);
    expect(visitor.errors).toEqual([]);
    expect(mia.complaints).toEqual([]);
    await moved.close();
  },
);
