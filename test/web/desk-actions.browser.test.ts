import { createServer } from 'node:http';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { listen } from '../support/servers/listen.ts';
import { startOffice } from './support/office.ts';
import { ORDER_NUMBER } from '../support/ports/stand-in-actions.ts';

const office = sharedFixture(() => startOffice());
const mia = sharedFixture(() => office.agent('Mia Berg', { viewport: { width: 1440, height: 900 } }));

beforeAll(async () => {
  const server = createServer(({ url = '' }, response) => {
    const isKnown = url.endsWith('/10423');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isKnown ? '{"status":"sent","note":"<b>bold</b>"}' : '{}');
  });
  const url = `${await listen(server)}/orders/{orderNumber}`;
  const common = { purpose: 'Orders.', url, parameters: [ORDER_NUMBER], audience: 'everyone', enabled: true };
  const statuses = [{ status: 404, sentence: 'There is no such order.' }];
  const fields = [
    { path: 'status', label: 'Status', maxLength: 200 },
    { path: 'note', label: 'Note', maxLength: 200 },
  ];
  for (const action of [
    { ...common, name: 'track_order', title: 'Track an order', method: 'GET', fields, statuses },
    {
      ...{ ...common, name: 'cancel_order', title: 'Cancel an order', method: 'DELETE', fields, statuses },
      confirmation: 'Cancel order {orderNumber}?',
    },
    { ...common, name: 'hidden', title: 'Hidden', method: 'GET', fields, statuses, forAgents: false },
  ]) {
    const made = await office.service.post('/api/assistants/default/actions', action);
    expect(made.status).toBe(201);
  }
  return () => void server.close();
});

const waiting = () => office.conversation('human_requested', 'Where is my order?');

const actions = () => mia.page.getByRole('region', { name: 'Actions' });

test('an agent runs a lookup for the visitor, who does not see it', async () => {
  const sessionId = await waiting();
  await mia.open(sessionId);
  await mia.page.getByRole('button', { name: 'Claim' }).first().waitFor();
  await expect.poll(() => actions().count()).toBe(0);
  await mia.claim(sessionId);
  await actions().getByRole('button', { name: 'Track an order' }).waitFor();
  await expect.poll(() => actions().getByRole('button', { name: 'Hidden' }).count()).toBe(0);
  await actions().getByRole('button', { name: 'Track an order' }).click();
  const dialog = mia.page.getByRole('dialog');
  onTestFinished(() => mia.page.keyboard.press('Escape'));
  const lookUp = dialog.getByRole('button', { name: 'Look up' });
  await expect.poll(() => lookUp.isDisabled()).toBe(true);
  await dialog.getByLabel('Order number').fill('1');
  await lookUp.click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Order number').fill('99999');
  await lookUp.click();
  await dialog.getByText('There is no such order.').waitFor();
  await dialog.getByLabel('Order number').fill('10423');
  await lookUp.click();
  await dialog.getByText('<b>bold</b>').waitFor();
  expect(await violations(mia.page)).toEqual([]);
  const read = await office.service.get(`/api/messages?sessionId=${sessionId}`);
  expect(await read.text()).not.toContain('bold');
});

test('a change is proposed to the visitor, with exact values and its result, below their labels on a phone', async () => {
  const sessionId = await waiting();
  await mia.claim(sessionId);
  await actions().getByRole('button', { name: 'Cancel an order' }).click();
  const dialog = mia.page.getByRole('dialog');
  await dialog.getByText('The visitor sees the exact values and confirms the change.').waitFor();
  await dialog.getByLabel('Order number').fill('10423');
  await dialog.getByRole('button', { name: 'Propose to visitor' }).click();
  const proposal = mia.page.locator('.proposal');
  await expect.poll(() => proposal.innerText()).toMatch(/Cancel an order\s+Order number\s+10423\s+Waiting/);
  await dialog.waitFor({ state: 'detached' });
  expect(await violations(mia.page)).toEqual([]);
  await mia.page.setViewportSize({ width: 390, height: 844 });
  onTestFinished(() => mia.page.setViewportSize({ width: 1440, height: 900 }));
  const valueIsBelowLabel = async () => {
    const [label, value] = await Promise.all([
      proposal.locator('dt').boundingBox(),
      proposal.locator('dd').boundingBox(),
    ]);
    return label && value && value.y >= label.y + label.height;
  };
  await expect.poll(valueIsBelowLabel).toBe(true);
});
