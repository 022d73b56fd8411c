import { expect, test } from 'vitest';
import { AgentMessageReply, AgentSessionReply } from '../../src/desk/wire/agent.ts';
import { IdentitySecretReply } from '../../src/widgets/wire/widgets.ts';
import { startSmtp } from '../fakes/smtp-server.ts';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { connectSocket } from '../support/clients/raw-socket.ts';
import { createWidget } from '../support/clients/registered-widgets.ts';
import { askToken, withToken, type Token } from '../support/clients/visitor.ts';
import { readEmail } from '../support/email-text.ts';
import { freshFixture } from '../support/fixtures.ts';
import { SHOP_LOGIN, shopLogin, type Claims } from '../support/ports/identity-tokens.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const VERIFIED = 'zoe@shop.example';
const PAGE = 'https://shop.example/contact';
const MINUTE_MS = 60_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const smtp = freshFixture(() => startSmtp());
const desk = freshFixture(() =>
  startAgentService({ settings: { PLAN_ID: 'growth', SMTP_URL: smtp.url, EMAIL_FROM: 'chat@shop.example' } }),
);
const mia = freshFixture(() => desk.agent('Mia'));
const widget = freshFixture(async () => {
  const id = await createWidget(desk.service, { siteLogin: { issuer: SHOP_LOGIN } });
  const created = await desk.service.post(`/api/widgets/${id}/identity-secrets`, {});
  const { secret } = IdentitySecretReply.parse(await created.json());
  const { bySecret } = shopLogin({ clock: desk.clock, widgetId: id });
  return { id, signed: (about?: Claims) => bySecret(secret, about) };
});

const post = async (path: string, body: object, as: Token) =>
  (await desk.service.post(path, body, { ...withToken(as), origin: desk.service.origin })).status;
const path = (sessionId: string, rest = '') => `/api/agent/sessions/${sessionId}${rest}`;
const due = () => desk.service.services.notifications.deliverDue();
const sent = () => smtp.accepted.map(({ content, to }) => ({ ...readEmail(content), to }));

/** A visitor whom the site identifies asks for a person, whom Mia is then. */
async function signedIn(about?: Claims): Promise<Token> {
  const identity = await widget.signed(about);
  const visitor = await askToken(desk.service, widget.id, { identity });
  const { sessionId } = visitor;
  expect(await post('/api/chat', { message: 'Do you ship?', pageUrl: PAGE }, visitor)).toBe(200);
  expect(await post('/api/handoff', { sessionId }, visitor)).toBe(200);
  expect((await mia.post(path(sessionId, '/claim'))).status).toBe(200);
  return visitor;
}

const answer = (sessionId: string, content = 'We do.') =>
  mia.post(path(sessionId, '/message'), { content, byEmail: true });

async function sessionOf(sessionId: string) {
  return AgentSessionReply.parse((await mia.get(path(sessionId))).body).session;
}

test('an answer to a signed-in visitor who has left goes to their verified address, and asks them to sign in', async () => {
  const { sessionId } = await signedIn();
  expect(await sessionOf(sessionId)).toMatchObject({ emailTo: VERIFIED });
  expect((await answer(sessionId)).status).toBe(200);
  await expect.poll(() => smtp.accepted).toHaveLength(1);
  const [email] = sent();
  expect(email?.to).toEqual([VERIFIED]);
  expect(email?.text).toContain('We do.');
  expect(email?.text).toContain(`${PAGE}#chat-link=sign-in`);
  expect(email?.text).toContain('Sign in on the page to see the conversation.');
  expect(email?.text).toContain('You are signed in with this address in the chat with');
  expect(email?.text).not.toContain(sessionId);
  expect((await sessionOf(sessionId)).delivery).toBe('sent');
});

test('an address that the visitor leaves goes before the verified one', async () => {
  const visitor = await signedIn();
  const { sessionId } = visitor;
  const left = { sessionId, email: 'zoe@example.org', consent: true };
  expect(await post('/api/contact', left, visitor)).toBe(200);
  await expect.poll(() => smtp.accepted.splice(0)).toHaveLength(1);
  await answer(sessionId);
  await expect.poll(() => smtp.accepted).toHaveLength(1);
  const [email] = sent();
  expect(email?.to).toEqual(['zoe@example.org']);
  expect(email?.text).toContain('You gave this address in the chat with');
});

test.each<[string, Claims]>([
  ['an identity without an address', { email: undefined, email_verified: undefined }],
  ['an address that the site has not verified', { email_verified: undefined }],
])('nothing is sent with %s', async (_case, about) => {
  const visitor = await signedIn(about);
  const { sessionId } = visitor;
  expect(await sessionOf(sessionId)).toMatchObject({ emailObstacle: 'no-address' });
  expect(await answer(sessionId)).toMatchObject(refusedWith(409, 'no-email-address'));
  expect(await post('/api/seen', { sessionId, seq: 1 }, visitor)).toBe(204);
  await mia.post(path(sessionId, '/message'), { content: 'We do.' });
  desk.clock.advance(60 * MINUTE_MS);
  await due();
  expect(smtp.accepted).toEqual([]);
});

test('messages that a signed-in visitor has not seen are e-mailed after two minutes, and seen ones are not', async () => {
  const visitor = await signedIn();
  const { sessionId } = visitor;
  expect(await post('/api/seen', { sessionId, seq: 1 }, visitor)).toBe(204);
  const say = async (content: string) =>
    AgentMessageReply.parse((await mia.post(path(sessionId, '/message'), { content })).body).message;
  const { seq } = await say('We ship on Monday.');
  expect(await post('/api/seen', { sessionId, seq }, visitor)).toBe(204);
  desk.clock.advance(3 * MINUTE_MS);
  await due();
  expect(smtp.accepted).toEqual([]);
  await say('Is that fine?');
  expect((await sessionOf(sessionId)).delivery).toBe('waiting');
  desk.clock.advance(3 * MINUTE_MS);
  await due();
  expect(sent()).toMatchObject([{ to: [VERIFIED] }]);
  expect(sent()[0]?.text).toContain('Is that fine?');
  expect(sent()[0]?.text).not.toContain('We ship on Monday.');
});

test('the answer to a verified address can be stopped, also an answer that waits and those of the continuation', async () => {
  const visitor = await signedIn();
  const { sessionId } = visitor;
  await answer(sessionId);
  await expect.poll(() => smtp.accepted).toHaveLength(1);
  const stop = /<([^>]*\/api\/email\/[^>]*)>/.exec(sent()[0]?.headers ?? '')?.[1] ?? '';
  smtp.fault = { at: 'rcpt', code: 451 };
  desk.clock.advance(3 * MINUTE_MS);
  await answer(sessionId, 'Hello?');
  await expect.poll(async () => (await sessionOf(sessionId)).emails?.at(-1)?.failure).toBe('throttled');
  smtp.fault = undefined;
  await mia.post(path(sessionId, '/close'));
  const reopened = await mia.post(path(sessionId, '/message'), { content: 'One more thing.', reopen: true });
  const { session } = AgentMessageReply.parse(reopened.body);
  const next = session?.sessionId ?? '';
  expect(await sessionOf(next)).toMatchObject({ emailTo: VERIFIED });
  const clicked = await desk.service.post(new URL(stop).pathname, 'List-Unsubscribe=One-Click', FORM);
  expect(clicked.status).toBe(200);
  for (const id of [sessionId, next]) expect(await sessionOf(id)).toMatchObject({ emailObstacle: 'stopped' });
  await answer(next, 'Hello again?');
  desk.clock.advance(60 * MINUTE_MS);
  await due();
  expect(smtp.accepted).toHaveLength(1);
  expect((await sessionOf(sessionId)).emails?.at(-1)?.state).toBe('skipped');
});

test.each<[string, Claims, readonly string[]]>([
  ['another verified address', { email: 'zoe@new.example' }, ['zoe@new.example']],
  ['an address that is not verified', { email: 'zoe@new.example', email_verified: false }, []],
])(
  'after the visitor has got %s, an e-mail that waits does not go to the earlier one',
  async (_case, about, to) => {
    const visitor = await signedIn();
    const { sessionId, renewal } = visitor;
    expect(await post('/api/seen', { sessionId, seq: 1 }, visitor)).toBe(204);
    await mia.post(path(sessionId, '/message'), { content: 'We ship on Monday.' });
    const identity = await widget.signed(about);
    expect(await askToken(desk.service, widget.id, { identity, renewal })).toMatchObject({ sessionId });
    await mia.post(path(sessionId, '/message'), { content: 'Is that fine?' });
    desk.clock.advance(3 * MINUTE_MS);
    await due();
    expect(sent().flatMap((email) => email.to)).toEqual(to);
  },
);

test('stopping e-mails also stops one that waits in an earlier part of the conversation', async () => {
  const { sessionId } = await signedIn();
  smtp.fault = { at: 'rcpt', code: 451 };
  await answer(sessionId);
  await expect.poll(async () => (await sessionOf(sessionId)).emails?.at(-1)?.failure).toBe('throttled');
  await mia.post(path(sessionId, '/close'));
  smtp.fault = undefined;
  const reopened = await mia.post(path(sessionId, '/message'), { content: 'One more thing.', reopen: true });
  const next = AgentMessageReply.parse(reopened.body).session?.sessionId ?? '';
  await answer(next);
  await expect.poll(() => smtp.accepted).toHaveLength(1);
  const stop = /<([^>]*\/api\/email\/[^>]*)>/.exec(sent()[0]?.headers ?? '')?.[1] ?? '';
  expect((await desk.service.post(new URL(stop).pathname, 'List-Unsubscribe=One-Click', FORM)).status).toBe(
    200,
  );
  desk.clock.advance(60 * MINUTE_MS);
  await due();
  expect(smtp.accepted).toHaveLength(1);
});

test('an answer to a visitor who is back on the page is e-mailed only if they do not see it', async () => {
  const visitor = await signedIn();
  const { sessionId } = visitor;
  const negotiated = await desk.service.post('/api/negotiate', {}, withToken(visitor));
  const { socket } = await connectSocket(VisitorNegotiateReply.parse(await negotiated.json()).url);
  const { status } = await answer(sessionId);
  socket.close();
  expect(status).toBe(200);
  expect((await sessionOf(sessionId)).emails).toMatchObject([{ kind: 'unseen', state: 'waiting' }]);
  desk.clock.advance(3 * MINUTE_MS);
  await due();
  expect(sent()).toMatchObject([{ to: [VERIFIED] }]);
});
