import { createServer } from 'node:http';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { orderApi } from '../../functions/local-order-api.ts';
import { CUSTOMER, dayAfter, firstOrders, SHOP_ISSUER } from '../../src/web/demo/shop-orders.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { listen } from '../support/servers/listen.ts';

/** The order API of the demo, and calls with the token of its customer, with some claims changed. */
async function shop() {
  const clock = manualClock();
  const now = () => clock.now();
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] });
  const orders = firstOrders(now());
  const server = createServer(orderApi({ keys, host: () => 'orders.example', now, orders }));
  const origin = await listen(server);
  onTestFinished(() => void server.close());
  const seconds = Math.floor(now() / 1000);
  const token = (claims: object = {}, key: CryptoKey = privateKey) =>
    new SignJWT({
      sub: CUSTOMER.id,
      aud: 'orders.example',
      iat: seconds,
      exp: seconds + 60,
      visitor_issuer: SHOP_ISSUER,
      visitor_claims: { customer_number: CUSTOMER.number },
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(key);
  const call = async (path: string, options: RequestInit & { claims?: object } = {}) => {
    const { claims, headers, ...rest } = options;
    const own = { 'x-chat-visitor': await token(claims), ...(headers as Record<string, string>) };
    const response = await fetch(`${origin}${path}`, { ...rest, headers: own });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { call, clock, token, orders };
}

test('a customer reads only their own orders, and the order of another customer is answered with 404', async () => {
  const { call } = await shop();
  const { body } = await call('/orders');
  expect(body['orders']).toMatchObject([{ number: '10423' }, { number: '10391' }]);
  expect(await call('/orders/10423')).toMatchObject({ status: 200, body: { state: 'in preparation' } });
  expect((await call('/orders/10388')).status).toBe(404);
  expect((await call('/orders/1')).status).toBe(404);
  const neighbor = { visitor_claims: { customer_number: 'K-1187' } };
  expect((await call('/orders/10388', { claims: neighbor })).status).toBe(200);
});

test('the token of an admin’s test call reads orders but cannot change them', async () => {
  const { call } = await shop();
  const claims = { test: true, visitor_issuer: 'urn:chat:made-up-visitor' };
  expect((await call('/orders/10423', { claims })).status).toBe(200);
  expect((await call('/orders/10423', { claims, method: 'DELETE' })).status).toBe(401);
});

test('an order can be moved and canceled until it is sent, and a repeated key has no second effect', async () => {
  const { call, clock, orders } = await shop();
  const patch = (deliveryDate: unknown, number = '10423') =>
    call(`/orders/${number}`, { method: 'PATCH', body: JSON.stringify({ deliveryDate }) });
  expect((await patch(dayAfter(clock.now(), 9))).body).toMatchObject({
    deliveryDate: dayAfter(clock.now(), 9),
  });
  expect((await patch(dayAfter(clock.now(), 1))).status).toBe(422);
  expect((await patch('tomorrow')).status).toBe(400);
  expect((await patch(dayAfter(clock.now(), 9), '10391')).status).toBe(409);
  const cancel = () => call('/orders/10423', { method: 'DELETE', headers: { 'idempotency-key': 'one' } });
  const first = await cancel();
  expect(first).toMatchObject({ status: 200, body: { state: 'canceled' } });
  expect(await cancel()).toEqual(first);
  expect(orders[0]?.state).toBe('canceled');
  expect((await call('/orders/10423', { method: 'DELETE' })).status).toBe(409);
});
