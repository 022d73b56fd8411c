import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { ActionsReply } from '../../src/actions/wire/actions.ts';
import { SHOP_API } from '../support/parts/shop-api.ts';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { startDashboard, words } from './support/dashboard.ts';
import { ORDER_NUMBER } from '../support/ports/stand-in-actions.ts';

const dashboard = freshFixture(() => startDashboard());
const AT = '#/settings/assistants/default/actions';

const stored = async () => {
  const response = await dashboard.service.get('/api/assistants/default/actions');
  return ActionsReply.parse(await response.json()).actions;
};

/** An order API, with the headers and the address of each request. */
async function orderApi() {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    const isKnown = url.endsWith('/10423');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isKnown ? '{"status":"sent","weight":12,"note":"<b>bold</b>"}' : '{"error":"unknown"}');
  });
  onTestFinished(() => closeServer(server));
  return { origin: await listen(server), asked };
}

const action = (url: string, more: object = {}) => ({
  name: 'track_order',
  title: 'Track an order',
  purpose: 'Looks up an order.',
  method: 'GET',
  url,
  parameters: [ORDER_NUMBER],
  audience: 'everyone',
  fields: [{ path: 'status', label: 'Status', maxLength: 200 }],
  statuses: [{ status: 404, sentence: 'There is no such order.' }],
  enabled: false,
  ...more,
});
async function made(body: object): Promise<string> {
  const response = await dashboard.service.post('/api/assistants/default/actions', body);
  expect(response.status).toBe(201);
  return (await stored())[0]?.id ?? '';
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an action is created by hand, with parameters, fields and sentences', async () => {
  const { page, complaints } = await dashboard.visit({ at: '#/settings/assistants/default' });
  await page.getByRole('link', { name: 'Open actions' }).click();
  await page.getByText('No actions').waitFor();
  await page.getByRole('link', { name: 'New action' }).click();
  const basics = part(page, 'Action');
  await basics.getByLabel('Title').fill('Track an order');
  await basics.getByLabel('Name').fill('track_order');
  await basics.getByLabel('Purpose').fill('Looks up an order.');
  await part(page, 'Request').getByLabel('Address').fill('https://api.example.com/orders/{orderNumber}');
  const parameters = part(page, 'Parameters');
  await parameters.getByRole('button', { name: 'Add orderNumber' }).click();
  await expect.poll(() => parameters.getByLabel('Label').inputValue()).toBe('Order number');
  await parameters.getByLabel('Pattern').fill('\\d{5}');
  await parameters.getByLabel('Comes from').selectOption('The visitor’s verified identity');
  await parameters.getByLabel('Claim').fill('order_number');
  await part(page, 'Answer').getByRole('button', { name: 'Add field' }).click();
  await part(page, 'Answer').getByLabel('Field', { exact: true }).fill('orders[].status');
  await part(page, 'Answer').getByLabel('Field label').fill('Status');
  await part(page, 'Answer').getByRole('button', { name: 'Add status' }).click();
  await part(page, 'Answer').getByLabel('Status', { exact: true }).fill('404');
  await part(page, 'Answer').getByLabel('Sentence').fill('There is no such order.');
  await part(page, 'Availability').getByLabel('Offer as a button').fill('Where is my order?\n\n');
  await page.getByRole('button', { name: 'Create action' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  const [kept] = await stored();
  expect(kept).toMatchObject({
    name: 'track_order',
    enabled: false,
    audience: 'verified',
    parameters: [
      {
        name: 'orderNumber',
        label: 'Order number',
        type: { kind: 'text', pattern: '\\d{5}' },
        source: { from: 'visitor', claim: 'order_number' },
      },
    ],
    fields: [{ path: 'orders[].status', label: 'Status', maxLength: 200 }],
    statuses: [{ status: 404, sentence: 'There is no such order.' }],
    offeredFor: ['Where is my order?'],
  });
  expect(page.url()).toContain(`${AT}/${kept?.id}`);
  expect(complaints).toEqual([]);
});

test('actions are created from the operations of a description, switched off', async () => {
  const { page, complaints } = await dashboard.visit({ at: `${AT}/openapi` });
  const choose = async (text: string) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByText('Choose file').click();
    const mimeType = 'application/json';
    await (await choosing).setFiles({ name: 'shop.json', mimeType, buffer: Buffer.from(text) });
  };
  await choose('{"swagger":"2.0"}');
  await page.locator('.bad').waitFor();
  await choose(JSON.stringify(SHOP_API));
  const operations = part(page, 'Operations');
  await operations.getByText('Shop API').waitFor();
  await expect.poll(() => operations.getByRole('checkbox', { disabled: true }).count()).toBe(3);
  await operations.getByRole('checkbox', { name: 'Find an order' }).check();
  await operations.getByRole('checkbox', { name: 'Change the delivery' }).check();
  await operations.getByRole('button', { name: 'Create 2 actions' }).click();
  await page.getByRole('link', { name: 'Find an order' }).waitFor();
  const created = (await stored()).map(({ name, method, enabled }) => [name, method, enabled]);
  expect(created.toSorted()).toEqual([
    ['get_order_by_id', 'GET', false],
    ['patch_orders_order_id', 'PATCH', false],
  ]);
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
});

test('an error of the service is shown at its field', async () => {
  const id = await made(action('https://api.example.com/orders/{orderNumber}'));
  const { page, complaints } = await dashboard.visit({ at: `${AT}/${id}` });
  await part(page, 'Answer').getByLabel('Status', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await part(page, 'Answer').locator('.bad').waitFor();
  expect((await stored())[0]?.statuses).toMatchObject([{ status: 404 }]);
  expect(complaints).toEqual([expect.stringContaining('400')]);
});

test('a change needs a confirmation question and is listed with its method', async () => {
  const id = await made(action('https://api.example.com/orders/{orderNumber}'));
  const { page } = await dashboard.visit({ at: `${AT}/${id}` });
  await part(page, 'Request').getByLabel('Method').selectOption('DELETE: changes something');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await part(page, 'Request').locator('.bad').waitFor();
  await part(page, 'Request').getByLabel('Question to confirm').fill('Cancel order {orderNumber}?');
  await part(page, 'Action').getByLabel('Switched on').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  expect((await stored())[0]).toMatchObject({
    method: 'DELETE',
    confirmation: 'Cancel order {orderNumber}?',
  });
  await page.getByRole('link', { name: 'Actions', exact: true }).click();
  await expect
    .poll(() => words(page.locator('tbody tr').first()))
    .toMatch(/^Track an order DELETE api\.example\.com\/orders\/\{orderNumber\} Everyone On /);
  await page.getByRole('link', { name: 'Track an order' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete action' }).click();
  await page.getByText('No actions').waitFor();
  expect(await stored()).toEqual([]);
});

test('a secret header is stored separately from the form, never shown, and sent', async () => {
  const { origin, asked } = await orderApi();
  const id = await made(action(`${origin}/orders/{orderNumber}`));
  const { page, complaints } = await dashboard.visit({ at: `${AT}/${id}` });
  await part(page, 'Action').getByLabel('Title').fill('Track');
  const headers = part(page, 'Secret headers');
  await headers.getByLabel('Header', { exact: true }).fill('X-Api-Key');
  await headers.getByLabel('Value').fill('a-secret-of-the-shop');
  await headers.getByRole('button', { name: 'Store header' }).click();
  await headers.getByRole('button', { name: 'Remove X-Api-Key' }).waitFor();
  expect(await page.content()).not.toContain('a-secret-of-the-shop');
  // The edit is still there, and based on the newer version.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  const trying = part(page, 'Try it');
  await trying.getByLabel('Order number').fill('10423');
  await trying.getByRole('button', { name: 'Send request' }).click();
  await trying.getByText('Given to the assistant').waitFor();
  expect(asked[0]?.headers['x-api-key']).toBe('a-secret-of-the-shop');
  const sent = await words(trying.getByRole('region', { name: 'Request sent' }));
  expect(sent).toContain(`GET ${origin}/orders/10423`);
  expect(await page.content()).not.toContain('a-secret-of-the-shop');
  await headers.getByRole('button', { name: 'Remove X-Api-Key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove header' }).click();
  await expect.poll(async () => (await stored())[0]?.secretHeaders).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a trial shows the request, the answer and the usable fields side by side', async () => {
  const { origin, asked } = await orderApi();
  const id = await made(action(`${origin}/orders/{orderNumber}`));
  const { page } = await dashboard.visit({ at: `${AT}/${id}` });
  const trying = part(page, 'Try it');
  const answer = trying.getByRole('region', { name: 'Answer received' });
  const send = async (number: string) => {
    await trying.getByLabel('Order number').fill(number);
    await trying.getByRole('button', { name: 'Send request' }).click();
  };
  await send('1');
  await trying.locator('.bad').waitFor();
  expect(asked).toEqual([]);
  await send('10423');
  await answer.getByText('"weight": 12').waitFor();
  const said = await words(answer);
  expect(said).toMatch(/^Answer received 200 · \d+ ms /);
  expect(said).toMatch(/Given to the assistant Status sent$/);
  await expect.poll(() => answer.locator('b').count()).toBe(0);
  await send('99999');
  await answer.getByText('There is no such order.').waitFor();
  expect(await violations(page)).toEqual([]);
});

test.each([360, 1440])(
  'the pages of actions fit %i px and are accessible, also in the dark theme',
  async (width) => {
    const long =
      'https://orders-of-the-workshop-in-the-old-harbor.example.com/customers/orders/{orderNumber}';
    const id = await made(action(long));
    const { page } = await dashboard.visit({ at: AT, width, dark: true });
    for (const [at, sign] of [
      [AT, 'tbody .row-link'],
      [`${AT}/${id}`, '.save-bar'],
      [`${AT}/new`, '.save-bar'],
      [`${AT}/openapi`, '.openapi-source'],
      [`${AT}/11111111-1111-4111-8111-111111111111`, '.empty'],
    ] as const) {
      await page.goto(`${dashboard.service.origin}/api/dashboard${at}`);
      await page.locator(sign).first().waitFor();
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(tooWide).toBe(0);
      expect(await violations(page)).toEqual([]);
    }
  },
);

test.each([
  ['field', 'Field label'],
  ['status', 'Sentence'],
])('an answer has at most 20 entries: %s', async (entry, label) => {
  const { page } = await dashboard.visit({ at: `${AT}/new` });
  const add = part(page, 'Answer').getByRole('button', { name: `Add ${entry}` });
  const added = part(page, 'Answer').getByLabel(label);
  await add.waitFor();
  const before = await added.count();
  for (let count = before; count < 20; count++) {
    await add.click();
    await expect.poll(() => added.count()).toBe(count + 1);
  }
  await expect.poll(() => add.isDisabled()).toBe(true);
});
