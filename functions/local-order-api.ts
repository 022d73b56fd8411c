import type { IncomingMessage, RequestListener } from 'node:http';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { dayAfter, SHOP_ISSUER, type ShopOrder } from '../src/web/demo/shop-orders.ts';

const MAX_BODY = 10_000;

interface Reply {
  status: number;
  body: object;
}

interface OrderApiOptions {
  /** The chat service's public keys, from `/api/actions/keys`. */
  keys: JWTVerifyGetKey;
  /** Returns the host of this API, which is the audience of tokens. */
  host: () => string;
  now: () => number;
  orders: ShopOrder[];
}

/**
 * The order API of the demo's bicycle shop, as an example of a customer's API. Every request needs a token of
 * the chat service, and has access to the orders of the customer in the token.
 */
export function orderApi({ keys, host, now, orders }: OrderApiOptions): RequestListener {
  const done = new Map<string, Reply>();

  /** The customer number in the token; undefined if the token is missing or invalid. */
  async function customerOf(request: IncomingMessage): Promise<string | undefined> {
    const token = request.headers['x-chat-visitor'];
    if (typeof token !== 'string') return undefined;
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['ES256'],
        audience: host(),
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(now()),
      });
      // A subject identifies a person only together with the login that issued it. An admin's test may look
      // up the orders of any customer of this example shop.
      const isTried = payload['test'] === true && request.method === 'GET';
      if (payload['visitor_issuer'] !== SHOP_ISSUER && !isTried) return undefined;
      const claims: unknown = payload['visitor_claims'];
      const number: unknown =
        typeof claims === 'object' && claims !== null && 'customer_number' in claims
          ? claims.customer_number
          : undefined;
      return typeof number === 'string' ? number : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  function change(order: ShopOrder, { method }: IncomingMessage, body: unknown): Reply {
    if (order.state !== 'in preparation') return { status: 409, body: { error: 'already-sent' } };
    if (method === 'DELETE') order.state = 'canceled';
    else {
      const date =
        typeof body === 'object' && body !== null && 'deliveryDate' in body ? body.deliveryDate : '';
      if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) {
        return { status: 400, body: { error: 'deliveryDate-missing' } };
      }
      if (date < dayAfter(now(), 2) || date > dayAfter(now(), 30)) {
        return { status: 422, body: { error: 'deliveryDate-not-possible' } };
      }
      order.deliveryDate = date;
    }
    return { status: 200, body: order };
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const customer = await customerOf(request);
    if (customer === undefined) return { status: 401, body: { error: 'token-refused' } };
    const { pathname } = new URL(request.url ?? '/', 'http://orders');
    const own = orders.filter((order) => order.customer === customer);
    if (request.method === 'GET' && pathname === '/orders') return { status: 200, body: { orders: own } };
    const order = own.find(({ number }) => pathname === `/orders/${number}`);
    // The response does not reveal whether another customer's order exists.
    if (!order) return { status: 404, body: { error: 'order-not-found' } };
    if (request.method === 'GET') return { status: 200, body: order };
    if (request.method !== 'PATCH' && request.method !== 'DELETE') {
      return { status: 405, body: { error: 'method-not-allowed' } };
    }
    const body = request.method === 'PATCH' ? await jsonOf(request) : undefined;
    const key = `${customer} ${String(request.headers['idempotency-key'])}`;
    const before = done.get(key);
    if (before) return before;
    const reply = change(order, request, body);
    if (request.headers['idempotency-key'] !== undefined) done.set(key, reply);
    return reply;
  }

  return (request, response) => {
    answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      },
      () => {
        response.writeHead(500, { 'content-type': 'application/json' });
        response.end('{"error":"failed"}');
      },
    );
  };
}

/** The parsed JSON body; undefined if it is invalid or too long. */
async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece;
    if (text.length > MAX_BODY) return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
