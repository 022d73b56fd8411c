import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import type { TokenPurpose } from '../../src/ports.ts';
import { AgentMessageReply, AgentSessionReply } from '../../src/desk/wire/agent.ts';
import { AttachmentsReply, CompleteAttachment, StartedAttachment } from '../../src/chat/wire/attachments.ts';
import { DeadLettersReply } from '../../src/notifications/wire/dead-letters.ts';
import { EmailLinkReply } from '../../src/email/wire/email.ts';
import { ConversationsReply, VisitorNegotiateReply, VisitorTokenReply } from '../../src/chat/wire/visitor.ts';
import { ProposalReply } from '../../src/actions/wire/visitor-actions.ts';
import { IdentitySecretReply, WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { startSmtp } from '../fakes/smtp-server.ts';
import { createWidget } from '../support/clients/registered-widgets.ts';
import { connectSocket, openSocket } from '../support/clients/raw-socket.ts';
import { askToken, say, statusAndError, withToken, type Token } from '../support/clients/visitor.ts';
import { readEmail } from '../support/email-text.ts';
import { freshFixture } from '../support/fixtures.ts';
import { SHOP_LOGIN, shopLogin } from '../support/ports/identity-tokens.ts';
import { standInActions } from '../support/ports/stand-in-actions.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const OUTSIDER = 'outsider@example.com';
const ZOE = 'zoe@example.org';
/** The address that her identity token has. */
const VERIFIED = 'zoe@shop.example';
const PAGE = 'https://shop.example/contact';
const MINUTE_MS = 60_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const UNAUTHORIZED = { status: 401, error: 'unauthorized' };
const INVALID_LINK = { status: 404, error: 'email-link-invalid' };

/**
 * The tokens that a visitor can have, by the test of one from before the sign-in. A proof and the state of a
 * sign-in name their own person, and links of cards open for agents only.
 */
const TOKENS: Record<Exclude<TokenPurpose, 'sign-in-proof' | 'sign-in-state' | 'desk-link'>, string> = {
  visitor: 'the outsider’s token is refused by every endpoint of visitors',
  renewal: 'the outsider’s renewal is for a new conversation, and lists this one no more',
  'email-link': 'opens the conversation for nobody with its link',
  attachment: 'that the outsider has begun or not sent yet cannot be sent, read or removed by them',
  'attachment-link':
    'of the outsider stays readable by its link for ten minutes; of later files they get no link',
};

/**
 * An outsider begins a conversation without a name, and another person signs in to it and continues.
 * Everything that the outsider can have taken from before is here, with what becomes of it.
 */
describe('after another person has signed in to a conversation', () => {
  const smtp = freshFixture(() => startSmtp());
  const actions = standInActions();
  const desk = freshFixture(() =>
    startAgentService({
      actionRunner: actions,
      settings: {
        PLAN_ID: 'growth',
        SMTP_URL: smtp.url,
        EMAIL_FROM: 'chat@shop.example',
      },
    }),
  );
  const mia = freshFixture(() => desk.agent('Mia'));
  const widget = freshFixture(async () => {
    const about = { siteLogin: { issuer: SHOP_LOGIN }, attachments: true };
    const id = await createWidget(desk.service, about);
    const created = await desk.service.post(`/api/widgets/${id}/identity-secrets`, {});
    const { secret } = IdentitySecretReply.parse(await created.json());
    const { bySecret } = shopLogin({ clock: desk.clock, widgetId: id });
    return { id, identity: () => bySecret(secret) };
  });
  let outsider: Token;
  beforeEach(async () => {
    actions.reset();
    outsider = await askToken(desk.service, widget.id);
    expect((await send('/api/chat', { message: 'Hello', pageUrl: PAGE })).status).toBe(200);
  });

  const send = (path: string, body: unknown, as: Token = outsider) =>
    desk.service.post(path, body, withToken(as));
  const read = (path: string, as: Token = outsider) => desk.service.get(path, withToken(as));
  const at = (rest = '') => `/api/agent/sessions/${outsider.sessionId}${rest}`;
  const sent = () => smtp.accepted.map(({ content, to }) => ({ ...readEmail(content), to }));
  const confirmation = (text = sent()[0]?.text ?? '') => /\/api\/email\/[^\s>]+/.exec(text)?.[0] ?? '';
  const linkIn = (text = '') => /#chat-link=(\S+)/.exec(text)?.[1] ?? '';
  const openLink = (link: string) =>
    desk.service.post('/api/email-link', { link, widgetId: widget.id }, { origin: desk.service.origin });
  const askTranscript = async (email: string, as: Token = outsider) => {
    const { sessionId } = outsider;
    return (await send('/api/transcript', { sessionId, email }, as)).status;
  };
  /** Leaves a message, and takes away its confirmation. */
  async function leave(email: string, as: Token = outsider) {
    const before = smtp.accepted.length;
    const body = { sessionId: outsider.sessionId, email, message: 'Help', consent: true };
    const left = await send('/api/contact', body, as);
    if (!smtp.fault) {
      await expect.poll(() => smtp.accepted).toHaveLength(before + 1);
      smtp.accepted.pop();
    }
    return left;
  }
  const stored = () => desk.service.session(outsider.sessionId);
  const later = async (minutes: number) => {
    desk.clock.advance(minutes * MINUTE_MS);
    await desk.service.services.notifications.deliverDue();
  };
  /** Zoë signs in to the outsider's conversation, and writes. */
  async function zoeContinues(): Promise<Token> {
    const zoe = await askToken(desk.service, widget.id, {
      renewal: outsider.renewal,
      identity: await widget.identity(),
    });
    expect(zoe).toMatchObject({ sessionId: outsider.sessionId, visitor: { name: 'Zoë' } });
    // 202 while an agent has it.
    expect((await send('/api/chat', { message: 'My secret' }, zoe)).ok).toBe(true);
    return zoe;
  }

  describe('an e-mail', () => {
    test('with an unused confirmation is not sent any more, and its confirmation page is answered with 404', async () => {
      expect(await askTranscript(OUTSIDER)).toBe(204);
      await expect.poll(() => smtp.accepted).toHaveLength(1);
      const confirm = confirmation();
      expect((await desk.service.get(confirm)).status).toBe(200);
      await zoeContinues();
      expect((await desk.service.get(confirm)).status).toBe(404);
      expect((await desk.service.post(confirm, '', FORM)).status).toBe(404);
      await later(1);
      expect(smtp.accepted).toHaveLength(1);
    });

    test('that is waiting is not sent: a transcript, an answer, and new messages', async () => {
      expect(await askTranscript(OUTSIDER)).toBe(204);
      await expect.poll(() => smtp.accepted).toHaveLength(1);
      smtp.fault = { at: 'rcpt', code: 451 };
      expect((await desk.service.post(confirmation(), '', FORM)).status).toBe(200);
      await leave(OUTSIDER);
      await mia.post(at('/claim'));
      expect(await mia.post(at('/message'), { content: 'We do.', byEmail: true })).toMatchObject({
        status: 200,
      });
      await send('/api/seen', { sessionId: outsider.sessionId, seq: 1 });
      await mia.post(at('/message'), { content: 'Are you there?' });
      const kinds = (await stored()).emails?.map(({ kind }) => kind);
      expect(kinds).toEqual(['confirmation', 'transcript', 'received', 'reply', 'unseen']);
      // No attempt is running when Zoë signs in.
      await expect.poll(async () => (await stored()).emails?.[1]?.failure).toBeDefined();
      await later(1);
      await zoeContinues();
      smtp.fault = undefined;
      await later(60);
      await later(60);
      expect(smtp.accepted).toHaveLength(1);
      expect(await stored()).not.toHaveProperty('emails');
    });

    test('that has failed is not sent when an admin retries it', async () => {
      await leave(OUTSIDER);
      smtp.fault = { at: 'rcpt', code: 550 };
      await mia.post(at('/claim'));
      await mia.post(at('/message'), { content: 'We do.', byEmail: true });
      const undelivered = async () => {
        const list = await desk.service.get('/api/notifications/dead-letters');
        return DeadLettersReply.parse(await list.json()).deadLetters;
      };
      await expect.poll(undelivered).toHaveLength(1);
      await zoeContinues();
      smtp.fault = undefined;
      const [{ id, sessionId } = { id: '', sessionId: '' }] = await undelivered();
      const retried = await desk.service.post('/api/notifications/dead-letters', {
        action: 'retry',
        sessionId,
        id,
      });
      expect(retried.status).toBeLessThan(300);
      await later(1);
      expect(smtp.accepted).toEqual([]);
    });

    test(TOKENS['email-link'], async () => {
      await leave(OUTSIDER);
      await mia.post(at('/claim'));
      await mia.post(at('/message'), { content: 'We do.', byEmail: true });
      await expect.poll(() => smtp.accepted).toHaveLength(1);
      await zoeContinues();
      expect(await statusAndError(await openLink(linkIn(sent()[0]?.text)))).toEqual(INVALID_LINK);
    });

    test('with the transcript is sent to the visitor’s verified address without a confirmation', async () => {
      const zoe = await zoeContinues();
      expect(zoe.visitor).toEqual({ name: 'Zoë', email: 'zoe@shop.example' });
      expect(await askTranscript('zoe@shop.example', zoe)).toBe(204);
      await expect.poll(() => smtp.accepted).toHaveLength(1);
      expect(sent()[0]).toMatchObject({ text: expect.stringContaining('My secret') as string });
    });

    test('to the visitor is sent, and the e-mails of the earlier person do not count for its limit', async () => {
      for (let asked = 0; asked < 3; asked++) expect(await askTranscript(OUTSIDER)).toBe(204);
      await expect.poll(() => smtp.accepted).toHaveLength(3);
      const zoe = await zoeContinues();
      expect(await askTranscript(ZOE, zoe)).toBe(204);
      await expect.poll(() => smtp.accepted).toHaveLength(4);
      expect((await desk.service.post(confirmation(sent()[3]?.text), '', FORM)).status).toBe(200);
      await expect.poll(() => smtp.accepted).toHaveLength(5);
      expect(sent()[4]).toMatchObject({ to: [ZOE], text: expect.stringContaining('My secret') as string });
    });
  });

  describe('a conversation that the link of an e-mail opened', () => {
    const tokenFor = async (more: object) => {
      const body = { widgetId: widget.id, ...more };
      return VisitorTokenReply.parse(await (await desk.service.post('/api/widget/token', body)).json());
    };
    /** The renewal that the link of an agent's answer gives to the browser that opens it. */
    async function opened(): Promise<string> {
      await leave(OUTSIDER);
      await mia.post(at('/claim'));
      await mia.post(at('/message'), { content: 'We do.', byEmail: true });
      await expect.poll(() => smtp.accepted.length).toBeGreaterThan(0);
      const reply = EmailLinkReply.parse(await (await openLink(linkIn(sent().at(-1)?.text))).json());
      return reply.access?.renewal ?? '';
    }
    const isHers = async () => (await stored()).visitor !== undefined;

    test('stays anonymous for a visitor who signs in but has not confirmed to continue it', async () => {
      let renewal = await opened();
      // A renewal of the renewal is one of the link, too.
      for (let times = 0; times < 2; times++) {
        const anonymous = await tokenFor({ renewal });
        expect(anonymous).toMatchObject({ sessionId: outsider.sessionId, linked: true });
        const reply = await tokenFor({ renewal: anonymous.renewal, identity: await widget.identity() });
        expect(reply).toMatchObject({ sessionId: outsider.sessionId, linked: true });
        expect(reply).not.toHaveProperty('visitor');
        ({ renewal } = reply);
      }
      expect(await isHers()).toBe(false);
    });

    test('is continued by a visitor who agrees, in preference to their earlier conversation', async () => {
      const identity = await widget.identity();
      const own = await askToken(desk.service, widget.id, { identity });
      await say(desk.service, own, { message: 'Mine' });
      const agreed = await tokenFor({ renewal: await opened(), identity, continue: true });
      expect(agreed).toMatchObject({ sessionId: outsider.sessionId, visitor: { name: 'Zoë' } });
      expect(agreed).not.toHaveProperty('linked');
      expect(await isHers()).toBe(true);
      const { renewal } = agreed;
      const again = await tokenFor({ renewal, identity: await widget.identity() });
      expect(again.sessionId).toBe(outsider.sessionId);
    });

    test('is replaced by the visitor’s own or a new conversation if the visitor refuses', async () => {
      const renewal = await opened();
      const identity = await widget.identity();
      const left = await tokenFor({ renewal, identity, continue: false });
      expect(left).toMatchObject({ visitor: { name: 'Zoë' } });
      expect(left.sessionId).not.toBe(outsider.sessionId);
      await say(desk.service, left, { message: 'Mine' });
      const again = await tokenFor({ renewal, identity, continue: false });
      expect(again.sessionId).toBe(left.sessionId);
      const fresh = await tokenFor({ renewal, identity, fresh: true });
      expect([left.sessionId, outsider.sessionId]).not.toContain(fresh.sessionId);
      expect(await isHers()).toBe(false);
    });

    test('is not continued without a confirmation even if the widget now requires a sign-in', async () => {
      const renewal = await opened();
      const path = `/api/widgets/${widget.id}`;
      const { widget: edit } = WidgetReply.parse(await (await desk.service.get(path)).json());
      const signIn = { issuer: 'https://login.example', clientId: 'app', required: true };
      const headers = { 'content-type': 'application/json' };
      const changed = await fetch(`${desk.service.origin}${path}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ ...edit, signIn }),
      });
      expect(changed.status).toBe(200);
      const reply = await tokenFor({ renewal, identity: await widget.identity() });
      expect(reply.sessionId).not.toBe(outsider.sessionId);
      expect(await isHers()).toBe(false);
    });

    test('is opened no more by the link once a visitor has signed in to its continuation', async () => {
      await opened();
      const link = linkIn(sent().at(-1)?.text);
      await mia.post(at('/close'));
      const more = { content: 'One more thing.', clientMessageId: randomUUID(), reopen: true };
      const { session } = AgentMessageReply.parse((await mia.post(at('/message'), more)).body);
      const { sessionId, access } = EmailLinkReply.parse(await (await openLink(link)).json());
      expect(sessionId).toBe(session?.sessionId);
      const renewal = access?.renewal ?? '';
      const zoe = await tokenFor({ renewal, identity: await widget.identity(), continue: true });
      expect(zoe).toMatchObject({ sessionId, visitor: { name: 'Zoë' } });
      expect(await statusAndError(await openLink(link))).toEqual(INVALID_LINK);
    });

    test('is shown without a name after it is closed, and is not continued', async () => {
      const renewal = await opened();
      await mia.post(at('/close'));
      const identity = await widget.identity();
      expect((await tokenFor({ renewal, identity })).sessionId).toBe(outsider.sessionId);
      const next = await tokenFor({ renewal, identity, continue: true });
      expect(next.sessionId).not.toBe(outsider.sessionId);
      expect(await isHers()).toBe(false);
    });
  });

  test('the earlier person’s address gives way to the visitor’s own: the verified one, or one that they leave', async () => {
    await leave(OUTSIDER);
    await mia.post(at('/claim'));
    const session = async () => AgentSessionReply.parse((await mia.get(at())).body).session;
    expect(await session()).toMatchObject({ contact: { email: OUTSIDER } });
    const zoe = await zoeContinues();
    expect(JSON.stringify(await session())).not.toContain(OUTSIDER);
    expect(await session()).toMatchObject({ emailTo: VERIFIED });
    expect((await leave(ZOE, zoe)).status).toBe(200);
    expect(await mia.post(at('/message'), { content: 'We do.', byEmail: true })).toMatchObject({
      status: 200,
    });
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    expect(sent()).toMatchObject([{ to: [ZOE] }]);
  });

  test('e-mails that the earlier person stopped are sent to the visitor once they report seen messages', async () => {
    await leave(OUTSIDER);
    await mia.post(at('/claim'));
    await send('/api/seen', { sessionId: outsider.sessionId, seq: 1 });
    await mia.post(at('/message'), { content: 'One' });
    await later(3);
    const stop = /<([^>]*\/api\/email\/[^>]*)>/.exec(sent()[0]?.headers ?? '')?.[1] ?? '';
    expect((await desk.service.post(new URL(stop).pathname, 'List-Unsubscribe=One-Click', FORM)).status).toBe(
      200,
    );
    const zoe = await zoeContinues();
    const before = await stored();
    expect([before.emailsStopped, before.seenSeq]).toEqual([undefined, undefined]);
    await leave(ZOE, zoe);
    await mia.post(at('/message'), { content: 'Two' });
    await later(5);
    expect(smtp.accepted).toHaveLength(1);
    await send('/api/seen', { sessionId: outsider.sessionId, seq: before.messageCount }, zoe);
    await mia.post(at('/message'), { content: 'Three' });
    await later(20);
    expect(sent()).toMatchObject([{}, { to: [ZOE] }]);
  });

  test('a change that was proposed to the earlier person has expired, and one proposed to the visitor runs', async () => {
    const propose = async (as: Token) => {
      desk.answerer.script({ deltas: ['Shall I?'], actions: [['cancel_order', { orderNumber: '10423' }]] });
      const { reply } = await say(desk.service, as, { message: 'Cancel it' });
      return { id: reply.proposal?.id ?? '', messageId: reply.id };
    };
    const confirm = async ({ id, messageId }: Awaited<ReturnType<typeof propose>>, as: Token) => {
      const body = { sessionId: outsider.sessionId, messageId, decision: 'confirm' };
      const decided = await send(`/api/chat/proposals/${id}`, body, as);
      return ProposalReply.parse(await decided.json()).proposal.state;
    };
    const asked = await propose(outsider);
    const zoe = await zoeContinues();
    expect(await confirm(asked, zoe)).toBe('expired');
    expect(actions.runs).toEqual([]);
    expect(await confirm(await propose(zoe), zoe)).toBe('done');
    expect(actions.runs).toMatchObject([{ caller: { session: { visitor: { subject: 'customer-1' } } } }]);
  });

  describe('a connection', () => {
    const negotiated = async (as: Token) =>
      VisitorNegotiateReply.parse(await (await send('/api/negotiate', {}, as)).json()).url;

    test('of the earlier person is closed, and their unused connection address is refused', async () => {
      const unused = await negotiated(outsider);
      const listener = await connectSocket(await negotiated(outsider));
      await listener.next();
      await zoeContinues();
      expect((await listener.closed).code).toBe(1008);
      expect(await openSocket(unused)).toBe(401);
    });

    test('of the earlier person gets no messages, because the visitor has another group', async () => {
      const groupsIn = (url: string) => {
        const [, claims = ''] = (new URL(url).searchParams.get('access_token') ?? '').split('.');
        return Buffer.from(claims, 'base64url').toString();
      };
      const before = groupsIn(await negotiated(outsider));
      const zoe = await zoeContinues();
      const after = groupsIn(await negotiated(zoe));
      expect(before).toContain(`visitors:${outsider.sessionId}`);
      expect(after).not.toContain(`visitors:${outsider.sessionId}`);
      const listener = await connectSocket(await negotiated(zoe));
      await listener.next();
      await mia.post(at('/claim'));
      await mia.post(at('/message'), { content: 'For Zoë' });
      const heard: unknown[] = [];
      await expect
        .poll(async () => {
          heard.push(await listener.next());
          return JSON.stringify(heard);
        })
        .toContain('For Zoë');
      listener.socket.terminate();
    });
  });

  describe('a file', () => {
    const TEXT = Buffer.from('Order 4711');
    const ofSession = () => `?sessionId=${outsider.sessionId}`;
    async function begin(as: Token = outsider): Promise<string> {
      const begun = await send(
        '/api/attachments',
        { sessionId: outsider.sessionId, fileName: 'order.txt', bytes: TEXT.length },
        as,
      );
      return StartedAttachment.parse(await begun.json()).id;
    }
    const putBlock = (id: string, as: Token = outsider) =>
      fetch(`${desk.service.origin}/api/attachments/${id}/blocks/0${ofSession()}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream', ...withToken(as) },
        body: TEXT,
      });
    async function attach(as: Token = outsider): Promise<string> {
      const id = await begin(as);
      expect((await putBlock(id, as)).status).toBe(204);
      const completed = await send(`/api/attachments/${id}${ofSession()}`, {}, as);
      return CompleteAttachment.parse(await completed.json()).ticket;
    }
    const list = async (as: Token) =>
      AttachmentsReply.parse(await (await read(`/api/attachments${ofSession()}`, as)).json()).attachments;

    test(TOKENS.attachment, async () => {
      const begun = await begin();
      const ticket = await attach();
      await zoeContinues();
      const { sessionId } = outsider;
      expect((await putBlock(begun)).status).toBe(401);
      for (const response of [
        await send(`/api/attachments/${begun}${ofSession()}`, {}),
        await send('/api/chat', { sessionId, message: 'Look', attachments: [ticket] }),
        await read(`/api/attachments${ofSession()}`),
      ]) {
        expect(await statusAndError(response)).toEqual(UNAUTHORIZED);
      }
    });

    test(TOKENS['attachment-link'], async () => {
      const ticket = await attach();
      expect((await send('/api/chat', { message: 'Look', attachments: [ticket] })).status).toBe(200);
      const [own] = await list(outsider);
      const zoe = await zoeContinues();
      const hers = await attach(zoe);
      expect((await send('/api/chat', { message: 'Look', attachments: [hers] }, zoe)).status).toBe(200);
      expect(await list(zoe)).toHaveLength(2);
      expect((await fetch(own?.url ?? '')).status).toBe(200);
      expect(await statusAndError(await read(`/api/attachments${ofSession()}`))).toEqual(UNAUTHORIZED);
      desk.clock.advance(11 * MINUTE_MS);
      expect((await fetch(own?.url ?? '')).status).toBe(410);
    });
  });

  test(TOKENS.renewal, async () => {
    const { renewal } = outsider;
    const zoe = await zoeContinues();
    const other = await askToken(desk.service, widget.id, { renewal });
    expect(other.sessionId).not.toBe(zoe.sessionId);
    expect(other).not.toHaveProperty('visitor');
    const listed = await send('/api/conversations', { sessionIds: [], renewals: [renewal] }, other);
    expect(ConversationsReply.parse(await listed.json()).conversations).toEqual([]);
  });

  test('a repeat of the earlier person’s message is refused, also while its answer is being written', async () => {
    const { sessionId } = outsider;
    const body = { sessionId, message: 'Where is it?', clientMessageId: randomUUID() };
    const hold = Promise.withResolvers<void>();
    desk.answerer.script({ before: hold.promise, deltas: ['It is here.'] });
    const first = send('/api/chat', body);
    await expect.poll(async () => (await stored()).messageCount).toBe(3);
    const zoe = await askToken(desk.service, widget.id, {
      renewal: outsider.renewal,
      identity: await widget.identity(),
    });
    expect(zoe.sessionId).toBe(sessionId);
    expect(await statusAndError(await send('/api/chat', body))).toEqual(UNAUTHORIZED);
    hold.resolve();
    expect((await first).status).toBe(200);
  });

  /** A call of every endpoint of visitors, by its name; the token is added. */
  const CALLS: Record<string, (sessionId: string) => { method?: string; path: string; body?: object }> = {
    chat: (sessionId) => ({ path: '/api/chat', body: { sessionId, message: 'Hi' } }),
    'chat-stream': (sessionId) => ({ path: '/api/chat/stream', body: { sessionId, message: 'Hi' } }),
    messages: (sessionId) => ({ method: 'GET', path: `/api/messages?sessionId=${sessionId}` }),
    negotiate: (sessionId) => ({ path: '/api/negotiate', body: { sessionId } }),
    handoff: (sessionId) => ({ path: '/api/handoff', body: { sessionId } }),
    contact: (sessionId) => ({
      path: '/api/contact',
      body: { sessionId, email: OUTSIDER, message: 'Hi', consent: true },
    }),
    feedback: (sessionId) => ({
      path: '/api/feedback',
      body: { sessionId, messageId: randomUUID(), rating: 'up' },
    }),
    rating: (sessionId) => ({ path: '/api/rating', body: { sessionId, helpful: true } }),
    source: (sessionId) => ({ path: '/api/source', body: { sessionId, messageId: randomUUID(), number: 1 } }),
    'action-form': (sessionId) => ({
      path: '/api/chat/actions',
      body: { sessionId, name: 'find_order', values: { orderNumber: '10423' } },
    }),
    proposal: (sessionId) => ({
      path: `/api/chat/proposals/${randomUUID()}`,
      body: { sessionId, messageId: randomUUID(), decision: 'confirm' },
    }),
    seen: (sessionId) => ({ path: '/api/seen', body: { sessionId, seq: 1 } }),
    'ask-transcript': (sessionId) => ({ path: '/api/transcript', body: { sessionId, email: OUTSIDER } }),
    attachments: (sessionId) => ({ method: 'GET', path: `/api/attachments?sessionId=${sessionId}` }),
    'attachment-begin': (sessionId) => ({
      path: '/api/attachments',
      body: { sessionId, fileName: 'a.txt', bytes: 3 },
    }),
    'attachment-complete': (sessionId) => ({
      path: `/api/attachments/${randomUUID()}?sessionId=${sessionId}`,
      body: {},
    }),
    'attachment-remove': (sessionId) => ({
      method: 'DELETE',
      path: `/api/attachments/${randomUUID()}?sessionId=${sessionId}`,
    }),
  };
  /** Endpoints of visitors without a conversation in the call, or with their own test above. */
  const OTHERS = ['availability', 'conversations', 'open-email-link', 'widget-token', 'attachment-block-put'];

  test(TOKENS.visitor, async () => {
    await zoeContinues();
    const names = routes.filter(({ gate }) => gate === 'visitor').map(({ name }) => name);
    expect([...Object.keys(CALLS), ...OTHERS].sort()).toEqual(names.sort());
    for (const [name, call] of Object.entries(CALLS)) {
      const { method = 'POST', path, body } = call(outsider.sessionId);
      const response = await fetch(`${desk.service.origin}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...withToken(outsider) },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([name, await statusAndError(response)]).toEqual([name, UNAUTHORIZED]);
    }
  });
});
