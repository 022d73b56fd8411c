import { describe, expect, test } from 'vitest';
import { ActionReply, ReadOpenApiReply } from '../../src/actions/wire/actions.ts';
import { SHOP_API } from '../support/parts/shop-api.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { startOrderApi } from '../support/servers/order-api.ts';
import { HOSTS, startService } from '../support/service/service.ts';

describe.each(HOSTS)('an OpenAPI description, on the %s host', (host) => {
  const api = freshFixture(startOrderApi);
  const service = sharedFixture(() => startService({ host }));
  const admin = sharedFixture(() => registryAdmin(service));
  const send = (body: object) => admin.send('POST', 'assistants/default/actions/openapi', body);
  const read = (body: object) => admin.answer(200, ReadOpenApiReply, send(body));

  test('is read from a text above the usual body limit, and gives actions that can be created', async () => {
    const text = JSON.stringify({ ...SHOP_API, 'x-padding': 'ü'.repeat(300_000) });
    const { title, operations } = await read({ text });
    expect(title).toBe('Shop API');
    const actions = operations.flatMap(({ action }) => (action ? [action] : []));
    expect(actions.map(({ name }) => name)).toEqual(['get_order_by_id', 'patch_orders_order_id']);
    for (const action of actions) {
      const made = admin.send('POST', 'assistants/default/actions', action);
      expect((await admin.answer(201, ActionReply, made)).action).toMatchObject({ enabled: false });
    }
  });

  test('is read from its address', async () => {
    api.answer((_request, response) => void response.end(JSON.stringify(SHOP_API)));
    expect((await read({ address: `${api.origin}/openapi.json` })).operations).toHaveLength(5);
  });

  test.each<[object, string]>([
    [{}, ''],
    [{ text: 'x', address: 'https://api.example/' }, ''],
    [{ text: 'no: description' }, 'text'],
    [{ text: '{"swagger":"2.0","paths":{}}' }, 'text'],
    [{ address: 'openapi.json' }, 'address'],
    [{ address: 'https://169.254.169.254/openapi.json' }, 'address'],
  ])('%j is refused', async (body, path) => {
    const refused = await send(body);
    expect(refused).toMatchObject(refusedWith(400, 'validation-failed'));
    expect(refused.body).toMatchObject({ issues: [{ path }] });
  });

  test('is refused if it is larger than 1 MB or its assistant is unknown', async () => {
    expect(await send({ text: 'x'.repeat(1_000_001) })).toMatchObject(refusedWith(413, 'payload-too-large'));
    const path = 'assistants/7b0f6e8e-6a3c-4d5e-9f10-0123456789ab/actions/openapi';
    expect(await admin.send('POST', path, { text: '{}' })).toMatchObject(
      refusedWith(404, 'assistant-not-found'),
    );
  });
});
