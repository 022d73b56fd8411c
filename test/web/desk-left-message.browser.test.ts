import { describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const QUESTION = 'Do you ship to Norway?';
const CONTACT = { email: 'vera@example.com', phone: '+49 30 1234567', name: 'Vera Lind' };

const office = sharedFixture(() => startOffice());
const mia = sharedFixture(() => office.agent('Mia Berg', { viewport: { width: 1440, height: 900 } }));
const about = () => mia.page.getByRole('region', { name: 'Message left' });

async function leave(body: object): Promise<string> {
  const sessionId = crypto.randomUUID();
  await send({ sessionId, message: QUESTION, ...body });
  return sessionId;
}
async function send(body: object): Promise<void> {
  const response = await office.service.post('/api/contact', { consent: true, ...body });
  expect(response.status).toBe(200);
}

describe('a message that a visitor left', () => {
  test('is marked in the queue of an open desk and shown with the contact details', async () => {
    const sessionId = await leave(CONTACT);
    await expect.poll(() => mia.row(sessionId).innerText()).toContain('Message left');
    await mia.claim(sessionId);
    await expect.poll(() => about().innerText()).toContain('Vera Lind');
    const link = (name: string) => about().getByRole('link', { name }).getAttribute('href');
    expect(await link(CONTACT.email)).toBe('mailto:vera@example.com');
    expect(await link(CONTACT.phone)).toBe('tel:+49301234567');
    await expect.poll(() => about().getByRole('button', { name: 'Copy address' }).count()).toBe(1);
    expect(await violations(mia.page)).toEqual([]);
  });

  test('gets a corrected address without a reload', async () => {
    const sessionId = await leave({ email: 'vera@exmaple.com' });
    await mia.claim(sessionId);
    await about().getByText('vera@exmaple.com').waitFor();
    await send({ sessionId, email: CONTACT.email });
    await about().getByText(CONTACT.email).waitFor();
  });

  test('is marked as answered on every desk, and unmarked', async () => {
    const lee = await office.agent('Lee Okafor');
    const sessionId = await leave(CONTACT);
    await expect.poll(() => lee.row(sessionId).innerText()).toContain('Message left');
    await lee.open(sessionId);
    await mia.claim(sessionId);
    await about().getByRole('button', { name: 'Mark as answered' }).click();
    await about().getByRole('button', { name: 'Mark as not answered' }).waitFor();
    await expect.poll(() => lee.page.locator('.left-mark').count()).toBe(0);
    await expect.poll(() => lee.button('Mark as not answered').count()).toBe(0);
    await about().getByRole('button', { name: 'Mark as not answered' }).click();
    await about().getByRole('button', { name: 'Mark as answered' }).waitFor();
    await expect.poll(() => mia.page.locator('.claim-status').innerText()).toContain('Message left');
  });

  test('is answered by the first reply', async () => {
    const sessionId = await leave(CONTACT);
    await mia.claim(sessionId);
    await mia.say('Yes, we do.');
    await about().getByRole('button', { name: 'Mark as not answered' }).waitFor();
    await expect.poll(() => mia.row(sessionId).innerText()).not.toContain('Message left');
  });
});
