import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { bearer, cookieOf } from '../test/support/clients/admin.ts';
import { readSse } from '../test/support/clients/sse-reader.ts';
import { RotateReply } from '../src/admin/wire/admin.ts';
import { ChatReply, VisitorTokenReply } from '../src/chat/wire/visitor.ts';

/** How long another instance may read stale data, in milliseconds. */
const STALE_MS = 2_000;

/** The instances of a deployment. */
interface Instances {
  instances: readonly { origin: string }[];
  /** An agent's token. */
  token(claims?: Record<string, unknown>): Promise<string>;
}

/** Stores the admin key, which each journey rotates. */
export interface KeyHolder {
  key: string | undefined;
}

interface Answer {
  status: number;
  body: unknown;
  response: Response;
}

/** A failed expectation, as a sentence. */
class FailedExpectation extends Error {}

async function call(
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.clone().text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text, response };
}

function expectStatus(what: string, { status, body }: Answer, expected: number): void {
  if (status !== expected) {
    throw new FailedExpectation(
      `${what}: ${status} instead of ${expected} (${JSON.stringify(body).slice(0, 120)})`,
    );
  }
}

/** Polls for data that another instance wrote, because a replica can lag. */
async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + STALE_MS;
  while (!(await holds())) {
    if (Date.now() > until) throw new FailedExpectation(`${what}: not seen within ${STALE_MS} ms`);
    await delay(25);
  }
}

const Messages = z.object({ status: z.string(), messages: z.array(z.object({ id: z.string() })) });

/** A visitor whose requests alternate between both instances. */
async function visitor(first: string, second: string): Promise<string> {
  const sessionId = randomUUID();
  const clientMessageId = randomUUID();
  const body = { message: 'Where is my parcel?', sessionId, clientMessageId };
  const asked = await call('POST', `${first}/api/chat`, { body });
  expectStatus('a question', asked, 200);
  const { reply } = ChatReply.parse(asked.body);
  const url = `${second}/api/messages?sessionId=${sessionId}`;
  expectStatus('the conversation, read at once on the other instance', await call('GET', url), 200);
  await eventually('the answer on the other instance', async () =>
    Messages.parse((await call('GET', url)).body).messages.some(({ id }) => id === reply.id),
  );
  const repeated = await call('POST', `${second}/api/chat`, { body });
  expectStatus('a repeat', repeated, 200);
  if (ChatReply.parse(repeated.body).reply.id !== reply.id) {
    throw new FailedExpectation('a repeat: another answer');
  }

  const streamed = await call('POST', `${first}/api/chat/stream`, {
    body: { message: 'And when?', sessionId },
  });
  expectStatus('a stream', streamed, 200);
  const events: string[] = [];
  for await (const { event } of readSse(new Response(String(streamed.body)))) events.push(event);
  if (!events.includes('complete')) throw new FailedExpectation(`a stream: ended with ${events.at(-1)}`);

  const rating = { sessionId, messageId: reply.id, rating: 'up' };
  expectStatus(
    'a rating on the other instance',
    await call('POST', `${second}/api/feedback`, { body: rating }),
    204,
  );
  expectStatus('a handoff', await call('POST', `${second}/api/handoff`, { body: { sessionId } }), 200);
  return sessionId;
}

/** An agent claims the conversation. A colleague on the other instance claims too late. */
async function agent({ token }: Instances, first: string, second: string, sessionId: string): Promise<void> {
  const mine = { authorization: `Bearer ${await token()}` };
  const theirs = { authorization: `Bearer ${await token({ oid: randomUUID() })}` };
  const at = (origin: string, verb: string) => `${origin}/api/agent/sessions/${sessionId}/${verb}`;
  await eventually('the conversation in the queue', async () => {
    const { body } = await call('GET', `${first}/api/agent/sessions?status=human_requested&limit=200`, {
      headers: mine,
    });
    return JSON.stringify(body).includes(sessionId);
  });
  expectStatus('a claim', await call('POST', at(first, 'claim'), { headers: mine, body: {} }), 200);
  expectStatus(
    'a claim too late',
    await call('POST', at(second, 'claim'), { headers: theirs, body: {} }),
    409,
  );
  const said = { message: 'Is anyone there?', sessionId };
  expectStatus('a message to the agent', await call('POST', `${second}/api/chat`, { body: said }), 202);
  const answered = { headers: mine, body: { content: 'Yes, I am.' } };
  expectStatus('a message of the agent', await call('POST', at(second, 'message'), answered), 200);
  expectStatus('a close', await call('POST', at(first, 'close'), { headers: mine, body: {} }), 200);
  expectStatus('a message after the close', await call('POST', `${second}/api/chat`, { body: said }), 409);
}

/** An admin rotates the key on one instance. The old key and a signed-out session must fail on the other. */
async function admin(first: string, second: string, holder: KeyHolder): Promise<void> {
  // A separate client address, so that its invalid keys do not count against other clients.
  const from = { 'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}::1` };
  const old = { ...from, ...(holder.key !== undefined && bearer(holder.key)) };
  const rotated = await call('POST', `${first}/api/ops/rotate-key`, { headers: old });
  expectStatus('a rotation', rotated, 200);
  const key = RotateReply.parse(rotated.body).adminKey;
  holder.key = key;
  const list = (origin: string, headers: Record<string, string>) =>
    call('GET', `${origin}/api/sessions`, { headers });
  expectStatus('the old key on the other instance', await list(second, old), 401);
  expectStatus('the new key on the other instance', await list(second, bearer(key)), 200);
  const signedIn = await call('POST', `${second}/api/ops/sign-in`, { body: { key } });
  expectStatus('a sign-in', signedIn, 204);
  const cookie = { cookie: cookieOf(signedIn.response) };
  expectStatus('the session on the other instance', await list(first, cookie), 200);
  expectStatus(
    'a sign-out',
    await call('POST', `${first}/api/ops/sign-out`, { headers: cookie, body: {} }),
    204,
  );
  expectStatus('an ended session on the other instance', await list(second, cookie), 401);
  expectStatus(
    'a search',
    await call('GET', `${first}/api/sessions/search?q=parcel`, { headers: bearer(key) }),
    200,
  );
}

/** A registered widget is created on one instance, used on the other, and then disabled. */
async function registeredWidget(first: string, second: string, key: string): Promise<void> {
  const headers = bearer(key);
  const edit = { name: 'Shop', primaryDomain: 'shop.example', allowedOrigins: ['https://shop.example'] };
  const made = await call('POST', `${first}/api/widgets`, { headers, body: edit });
  expectStatus('a registration', made, 201);
  const { id } = z.object({ widget: z.object({ id: z.string() }) }).parse(made.body).widget;
  const asked = await call('POST', `${second}/api/widget/token`, { body: { widgetId: id } });
  expectStatus('a token of the new widget on the other instance', asked, 200);
  const { token } = VisitorTokenReply.parse(asked.body);
  const say = () =>
    call('POST', `${second}/api/chat`, { headers: bearer(token), body: { message: 'Hello from the shop' } });
  expectStatus('a question in the widget', await say(), 200);
  const disabling = call('PATCH', `${first}/api/widgets/${id}`, { headers, body: { enabled: false } });
  expectStatus('a disabling', await disabling, 200);
  const after = await say();
  if (after.status < 400) throw new FailedExpectation('a disabled widget answers on the other instance');
}

/**
 * Runs all journeys of visitors, agents and admins, alternating between both instances. Returns the failed
 * expectations.
 */
export async function journeys(deployment: Instances, holder: KeyHolder, turn: number): Promise<string[]> {
  const [one = '', other = ''] = deployment.instances.map(({ origin }) => origin);
  const [first, second] = turn % 2 === 0 ? [one, other] : [other, one];
  try {
    const sessionId = await visitor(first, second);
    await agent(deployment, first, second, sessionId);
    await admin(first, second, holder);
    await registeredWidget(first, second, holder.key ?? '');
    return [];
  } catch (error) {
    if (error instanceof FailedExpectation || error instanceof TypeError) return [error.message];
    throw error;
  }
}
