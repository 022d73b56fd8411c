import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import type { FakeService } from './support/fake-service.ts';
import { withSites } from './support/with-sites.ts';

const OFFER = {
  name: 'find_order',
  title: 'Track an order',
  changes: false,
  fields: [
    { name: 'orderNumber', label: 'Order number', type: 'text', required: true },
    { name: 'size', label: 'Size', type: 'choice', options: ['S', 'M'], required: false },
  ],
};
const proposal = () => ({
  id: 'a2a1c1b0-0000-4000-8000-000000000001',
  title: 'Cancel an order',
  question: 'Cancel order <b>10423</b>?',
  values: [{ label: 'Order number', value: '10423' }],
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  state: 'waiting',
});
const PROPOSALS = `chat/proposals/${proposal().id}`;

/** The requests to a path. */
const sentTo = ({ requests }: FakeService, wanted: string) =>
  requests.filter(({ path, method }) => path === wanted && method === 'POST').map(({ body }) => body);

describe('actions', () => {
  const startSite = withSites();

  const asked = async (extra: Parameters<FakeService['setAnswer']>[1]) => {
    const site = await startSite();
    site.service.setAnswer(() => ['Here it is.'], extra);
    const visit = await site.opened();
    await visit.send('Where is my order?');
    await visit.log.getByText('Here it is.').waitFor();
    return { ...site, visit };
  };

  it('are a button with a form, whose result is the next message', async () => {
    const { service, visit } = await asked({ offers: [OFFER] });
    const { sessionId, session } = service.theConversation();
    service.fault('chat/actions', (_request, response) => {
      const reply = {
        id: 'r-1',
        sessionId,
        seq: 3,
        role: 'assistant' as const,
        content: 'Shipped.',
        createdAt: '',
      };
      session.messages.push(reply);
      response.writeHead(200).end(JSON.stringify({ sessionId, status: 'open', reply }));
    });
    await visit.button('Track an order').click();
    const form = visit.log.locator('form.card');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Fill in this field.').waitFor();
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await form.getByLabel('Order number').fill('10423');
    await form.getByLabel('Size').selectOption('M');
    await form.getByRole('button', { name: 'Send' }).click();
    await visit.log.getByText('Shipped.').waitFor();
    await expect.poll(() => form.isVisible()).toBe(false);
    expect(sentTo(service, 'chat/actions')).toMatchObject([
      { sessionId, name: 'find_order', values: { orderNumber: '10423', size: 'M' } },
    ]);
    expect(visit.errors).toEqual([]);
  });

  it('offer choices with readable labels, and a single choice is selected already', async () => {
    const options = ['10423', '10391'];
    const order = { ...OFFER.fields[0], type: 'choice', options };
    const item = { name: 'item', label: 'Item', type: 'choice', options: ['7'], optionLabels: ['Bell'] };
    const optionLabels = ['10423 · Tern e-bike', '10391 · Helmet'];
    const fields = [
      { ...order, optionLabels },
      { ...item, required: true },
    ];
    const { service, visit } = await asked({ offers: [{ ...OFFER, fields }] });
    await visit.button('Track an order').click();
    const form = visit.log.locator('form.card');
    await expect.poll(() => form.getByLabel('Item').locator('option').allTextContents()).toEqual(['Bell']);
    await form.getByLabel('Order number').selectOption('10391 · Helmet');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(() => sentTo(service, 'chat/actions'))
      .toMatchObject([{ values: { orderNumber: '10391', item: '7' } }]);
  });

  it('stand before suggestions, which are about other things and still send what they say', async () => {
    const site = await startSite();
    const suggestions = ['Returns', 'Shipping', 'Talk to a person'];
    const items = suggestions.map((label) => `- ${label}`).join('\n');
    // The list of the passage goes on with the suggestions.
    const answer = `You see your orders in your account:\n\n- the last ten\n\n${items}`;
    site.service.setAnswer(() => [answer], { suggestions, offers: [OFFER] });
    const visit = await site.opened();
    await visit.page.setViewportSize({ width: 390, height: 844 });
    await visit.send('Where is my order?');
    const action = visit.button('Track an order');
    await action.waitFor();
    const chips = visit.log.locator('.chip');
    await expect.poll(() => chips.allInnerTexts()).toEqual(['Track an order', ...suggestions]);
    await expect.poll(() => visit.log.getByRole('listitem').first().innerText()).toBe('the last ten');
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await visit.button('Shipping').click();
    await visit.log.locator('.visitor').getByText('Shipping').waitFor();
    await expect
      .poll(() => visit.log.getByRole('button', { name: 'Returns' }).first().isDisabled())
      .toBe(true);
  });

  it('are not sent by Cancel, which returns the focus to the button', async () => {
    const { service, visit } = await asked({ offers: [OFFER] });
    await visit.button('Track an order').click();
    const form = visit.log.locator('form.card');
    await form.getByLabel('Order number').fill('10423');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect
      .poll(() => visit.button('Track an order').evaluate((one) => one.matches(':focus')))
      .toBe(true);
    await expect.poll(() => form.isVisible()).toBe(false);
    expect(sentTo(service, 'chat/actions')).toEqual([]);
  });

  it('show why a form was refused and keep its values', async () => {
    const { service, visit } = await asked({ offers: [OFFER] });
    service.fault('chat/actions', (_request, response) => void response.writeHead(400).end('{}'));
    await visit.button('Track an order').click();
    await visit.log.getByLabel('Order number').fill('1');
    await visit.page.keyboard.press('Enter');
    await visit.log.getByText('Check what you entered.').waitFor();
    service.fault('chat/actions', (_request, response) => void response.writeHead(409).end('{}'));
    await visit.log.getByLabel('Order number').press('Enter');
    await visit.log.getByText('This is no longer possible.').waitFor();
    await expect.poll(() => visit.log.getByLabel('Order number').inputValue()).toBe('1');
  });

  it.each([
    ['Confirm', 'confirm', 'done', 'Confirmed'],
    ['Confirm', 'confirm', 'failed', 'Failed'],
    ['Cancel', 'cancel', 'canceled', 'Canceled'],
  ])('are a card with the exact values of a change, as text: %s', async (label, decision, state, said) => {
    const { service, visit } = await asked({ proposal: proposal() });
    const { sessionId, session } = service.theConversation();
    const card = visit.log.locator('.card');
    await card.getByText('Cancel order <b>10423</b>?').waitFor();
    await expect.poll(() => card.locator('dl').innerText()).toMatch(/Order number\s+10423/);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    service.fault(PROPOSALS, (_request, response) => {
      const decided = { ...proposal(), state };
      response.writeHead(200).end(JSON.stringify({ sessionId, status: 'open', proposal: decided }));
    });
    await card.getByRole('button', { name: label, exact: true }).click();
    await card.getByText(said, { exact: true }).waitFor();
    await expect.poll(() => card.getByRole('button').filter({ visible: true }).count()).toBe(0);
    const messageId = session.messages.at(-1)?.id;
    expect(sentTo(service, PROPOSALS)).toMatchObject([{ sessionId, messageId, decision }]);
  });

  it('are separate from the message below, also once the change is decided', async () => {
    const { visit } = await asked({ proposal: { ...proposal(), state: 'done' } });
    const card = visit.log.locator('.card').first();
    await card.getByText('Confirmed', { exact: true }).waitFor();
    await visit.send('Thanks');
    const below = visit.log.locator('.visitor').nth(1).locator('.bubble');
    await below.waitFor();
    const { y = 0, height = 0 } = (await card.boundingBox()) ?? {};
    const { y: next = 0 } = (await below.boundingBox()) ?? {};
    expect(next - y - height).toBeGreaterThanOrEqual(12);
  });

  it('can no longer be confirmed once another tab has done so or their time has expired', async () => {
    const over = { ...proposal(), expiresAt: new Date(Date.now() - 1).toISOString() };
    const first = await asked({ proposal: over });
    await first.visit.log.getByText('Expired').waitFor();
    const second = await asked({ proposal: { ...proposal(), state: 'done' } });
    await second.visit.log.getByText('Confirmed').waitFor();
    for (const { visit } of [first, second]) {
      await expect
        .poll(() => visit.log.locator('.card').getByRole('button').filter({ visible: true }).count())
        .toBe(0);
    }
  });

  it('show the stored result of a change that was still running when the answer to it came', async () => {
    const { service, visit } = await asked({ proposal: proposal() });
    const { sessionId, session } = service.theConversation();
    const inState = (state: string) => ({ ...proposal(), state });
    service.fault(PROPOSALS, (_request, response) => {
      response.writeHead(200).end(JSON.stringify({ sessionId, proposal: inState('running') }));
    });
    const card = visit.log.locator('.card');
    await card.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => card.evaluate((one) => one.matches(':focus'))).toBe(true);
    await card.getByText('Sending', { exact: true }).waitFor();
    service.fault('messages', (_request, response) => {
      const messages = session.messages.map((message) =>
        message.role === 'assistant' ? { ...message, proposal: inState('done') } : message,
      );
      response.writeHead(200).end(JSON.stringify({ sessionId, ...session, messages }));
    });
    await visit.input.evaluate(() => void dispatchEvent(new Event('online')));
    await card.getByText('Confirmed', { exact: true }).waitFor();
  });

  it('show the current step until the answer begins', async () => {
    const { service, visit } = await asked({});
    const go = Promise.withResolvers<undefined>();
    service.fault('chat/stream', (_request, response) => {
      const event = (name: string, data: object) =>
        response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      event('action', { title: 'Track an order', progress: 'Looking up your order…', state: 'running' });
      void go.promise.then(() => event('delta', { content: 'Shipped.' }));
    });
    await visit.send('And now?');
    await visit.panel.getByText('Looking up your order…').waitFor();
    go.resolve(undefined);
    await visit.panel.getByText('Shipped.').waitFor();
    await expect.poll(() => visit.panel.getByText('Looking up your order…').count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });

  it('show the current step on a page that polls, until the answer is there', async () => {
    const { service, visit } = await asked({});
    const { sessionId, session } = service.theConversation();
    const read = (acting: object) => {
      service.fault('messages', (_request, response) => {
        response.writeHead(200).end(JSON.stringify({ sessionId, ...session, ...acting }));
      });
    };
    read({ acting: { title: 'Track an order', progress: 'Looking up your order…' } });
    await visit.page.reload();
    await visit.panel.getByText('Looking up your order…').waitFor();
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    read({});
    await expect.poll(() => visit.panel.getByText('Looking up your order…').count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });

  it.each([
    ['no object', 7, 'x'],
    ['broken', { fields: [{}, 7, null], title: {} }, { id: 7, values: [7, {}], state: 'lost' }],
  ])('that are %s leave the answer unchanged', async (_what, offer, broken) => {
    const { visit } = await asked({ offers: [offer], proposal: broken });
    expect(visit.errors).toEqual([]);
  });
});
