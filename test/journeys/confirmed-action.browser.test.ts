import { beforeEach, expect, test } from 'vitest';
import { startModelServer } from '../fakes/model-server.ts';
import { expectInView } from '../support/browser/visible.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startOrderApi } from '../support/servers/order-api.ts';
import { startBusiness, WIDTHS } from './support/business.ts';
import { ORDER_NUMBER } from '../support/ports/stand-in-actions.ts';

const model = freshFixture(() => startModelServer());
const api = freshFixture(() => startOrderApi());
const business = freshFixture(() =>
  startBusiness({
    settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'gpt-5.6-luna', MODEL_API: 'responses' },
  }),
);

beforeEach(async () => {
  const made = await business.service.post('/api/assistants/default/actions', {
    name: 'cancel_order',
    title: 'Cancel an order',
    purpose: 'Cancels an order.',
    method: 'DELETE',
    url: `${api.origin}/orders/{orderNumber}`,
    parameters: [ORDER_NUMBER],
    fields: [{ path: 'status', label: 'Status', maxLength: 200 }],
    confirmation: 'Cancel order {orderNumber}?',
    statuses: [],
    audience: 'everyone',
    enabled: true,
  });
  expect(await made.text()).toContain('cancel_order');
});

test.each(WIDTHS)(
  'a change that the assistant proposes runs once it is confirmed, and not before, at %i px',
  async (width) => {
    model.script(
      { toolCall: { name: 'cancel_order', arguments: ['{"orderNumber":"10423"}'] } },
      { deltas: ['Shall I cancel it?'] },
    );
    const visitor = await business.visitorAt(width);
    await visitor.send('Please cancel my order 10423');
    const confirm = visitor.button('Confirm');
    await expectInView(confirm);
    await expectInView(visitor.log.getByText('Cancel order 10423?'));
    expect(api.requests).toEqual([]);

    api.answerWith(200, { status: 'canceled' });
    await confirm.click();
    await expectInView(visitor.log.getByText(/canceled/).last());
    expect(api.requests).toMatchObject([{ method: 'DELETE', url: '/orders/10423' }]);

    // The admin reads it.
    const sessionId = await visitor.sessionId();
    const { page, complaints } = await business.adminAt(width, `#/conversations/${sessionId}`);
    const decided = page.getByText('Confirmed').first();
    await decided.scrollIntoViewIfNeeded();
    await expectInView(decided);
    expect((await business.stored(sessionId)).join()).toContain('canceled');
    expect([visitor.errors, complaints]).toEqual([[], []]);
  },
);
