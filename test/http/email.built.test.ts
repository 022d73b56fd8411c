import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Transcript } from '../../src/admin/wire/admin.ts';
import { AgentMessageReply, AgentSessionReply } from '../../src/desk/wire/agent.ts';
import { EmailLinkReply } from '../../src/email/wire/email.ts';
import { MessagesReply } from '../../src/chat/wire/visitor.ts';
import { startSmtp } from '../fakes/smtp-server.ts';
import { createWidget } from '../support/clients/registered-widgets.ts';
import { askToken, withToken } from '../support/clients/visitor.ts';
import { readEmail } from '../support/email-text.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const ADDRESS = 'vera@example.com';
const PAGE = 'http://localhost:8080/contact';
const MINUTE_MS = 60_000;

describe('e-mails to visitors', () => {
  const smtp = freshFixture(() => startSmtp());
  const desk = freshFixture(() =>
    startAgentService({
      settings: {
        PLAN_ID: 'growth',
        SMTP_URL: smtp.url,
        EMAIL_FROM: 'chat@shop.example',
        EMAIL_REPLY_TO: 'answers@shop.example',
        EMAIL_BUSINESS_NAME: 'Harbour Cycles',
      },
    }),
  );
  const mia = freshFixture(() => desk.agent('Mia'));

  async function leave(more: Record<string, unknown> = {}): Promise<string> {
    const sessionId = randomUUID();
    const body = {
      sessionId,
      email: ADDRESS,
      message: 'Do you ship?',
      consent: true,
      pageUrl: PAGE,
      ...more,
    };
    expect(await desk.visitor('/api/contact', body)).toMatchObject({ status: 200 });
    if (!('email' in more)) {
      await expect.poll(() => smtp.accepted.splice(0)).toHaveLength(1);
    }
    await mia.post(path(sessionId, '/claim'));
    await desk.visitor('/api/seen', { sessionId, seq: 1 });
    return sessionId;
  }
  const path = (sessionId: string, rest = '') => `/api/agent/sessions/${sessionId}${rest}`;
  const answer = (sessionId: string, content = 'We do.', clientMessageId?: string) =>
    mia.post(path(sessionId, '/message'), {
      content,
      byEmail: true,
      ...(clientMessageId && { clientMessageId }),
    });
  const emails = () => smtp.accepted.map(({ content }) => readEmail(content));
  const linkIn = (text: string) => /#chat-link=(\S+)/.exec(text)?.[1] ?? '';
  const pageIn = (text: string) => /\/api\/email\/\S+/.exec(text)?.[0] ?? '';
  const open = (link: string) => desk.service.post('/api/email-link', { link });
  async function sessionOf(sessionId: string) {
    return AgentSessionReply.parse((await mia.get(path(sessionId))).body).session;
  }
  const due = () => desk.service.services.notifications.deliverDue();

  test('an agent’s answer is sent to the visitor’s address, and is stored as a message', async () => {
    const sessionId = await leave({ locale: 'de' });
    expect((await sessionOf(sessionId)).emailTo).toBe(ADDRESS);
    const { message } = AgentMessageReply.parse((await answer(sessionId)).body);
    expect(message).toMatchObject({ role: 'agent', content: 'We do.' });
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    expect(smtp.accepted).toMatchObject([{ to: [ADDRESS], from: 'chat@shop.example' }]);
    const [sent] = emails();
    expect(sent?.headers).toContain('From: Harbour Cycles <chat@shop.example>');
    expect(sent?.headers).toContain('Reply-To: answers@shop.example');
    expect(sent?.headers).toContain('Subject: Antwort von Harbour Cycles');
    expect(sent?.text).toContain('We do.');
    expect(sent?.text).not.toContain(sessionId);
    await expect
      .poll(async () => (await sessionOf(sessionId)).emails)
      .toMatchObject([
        { kind: 'received', to: ADDRESS, state: 'sent' },
        { kind: 'reply', to: ADDRESS, state: 'sent', messageId: message.id },
      ]);
    expect((await sessionOf(sessionId)).leftMessage?.answeredAt).toBe(message.createdAt);
  });

  test('an e-mail is refused without an address, and from an agent who has not claimed the conversation', async () => {
    const sessionId = await leave({ email: undefined, phone: '+49 30 1234567' });
    expect(await answer(sessionId)).toMatchObject(refusedWith(409, 'no-email-address'));
    expect((await sessionOf(sessionId)).emailTo).toBeUndefined();
    const other = await leave();
    const lee = desk.agent('Lee');
    expect(await lee.post(path(other, '/message'), { content: 'Hi', byEmail: true })).toMatchObject(
      refusedWith(403, 'not-session-owner'),
    );
    expect(smtp.accepted).toEqual([]);
  });

  test('the link opens the conversation on every device, for 7 days', async () => {
    const sessionId = await leave();
    await answer(sessionId);
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    const link = linkIn(emails()[0]?.text ?? '');
    expect(emails()[0]?.text).toContain(`${PAGE}#chat-link=`);
    const devices = await Promise.all([open(link), open(link), open(link)]);
    for (const device of devices) {
      expect(EmailLinkReply.parse(await device.json())).toEqual({ sessionId, status: 'claimed' });
    }
    desk.clock.advance(7 * 24 * 60 * MINUTE_MS - 60_000);
    expect((await open(link)).status).toBe(200);
    desk.clock.advance(61_000);
    expect((await open(link)).status).toBe(404);
    expect((await open('made-up')).status).toBe(404);
  });

  test('a left message is confirmed by an e-mail without any text of the visitor', async () => {
    const sessionId = randomUUID();
    const body = { sessionId, email: ADDRESS, message: 'Buy at evil.example', consent: true, pageUrl: PAGE };
    await desk.visitor('/api/contact', { ...body, name: 'evil.example' });
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    const [sent] = emails();
    expect(sent?.headers).toContain('Subject: Your message to Harbour Cycles');
    expect(sent?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(sent?.text).toContain('We have your message to Harbour Cycles, and answer to this address.');
    expect(sent?.text).not.toContain('evil');
    expect((await open(linkIn(sent?.text ?? ''))).status).toBe(200);
  });

  test('a message is confirmed once to each address, three times at most', async () => {
    const sessionId = randomUUID();
    const body = { sessionId, message: 'Do you ship?', consent: true, clientMessageId: randomUUID() };
    for (const name of ['vera', 'vera', 'vera.b', 'v', 'veronica']) {
      await desk.visitor('/api/contact', { ...body, email: `${name}@example.com` });
    }
    await expect.poll(() => smtp.accepted).toHaveLength(3);
    expect((await sessionOf(sessionId)).emails?.map(({ to }) => to)).toEqual([
      'vera@example.com',
      'vera.b@example.com',
      'v@example.com',
    ]);
  });

  test('the link of a registered widget gives access to its visitor, on that widget only', async () => {
    const { service } = desk;
    const { origin } = service;
    const [widgetId, other] = [await createWidget(service, {}), await createWidget(service, {})];
    const token = await askToken(service, widgetId);
    const { sessionId } = token;
    const pageUrl = 'https://shop.example/contact';
    const left = { sessionId, email: ADDRESS, message: 'Do you ship?', consent: true, pageUrl };
    const asVisitor = { ...withToken(token), origin };
    expect((await service.post('/api/contact', left, asVisitor)).status).toBe(200);
    await expect.poll(() => smtp.accepted.splice(0)).toHaveLength(1);
    await mia.post(path(sessionId, '/claim'));
    await answer(sessionId);
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    const text = emails()[0]?.text ?? '';
    expect(text).toContain(`${pageUrl}#chat-link=`);
    const exchange = (widget: object) =>
      service.post('/api/email-link', { link: linkIn(text), ...widget }, { origin });
    expect((await exchange({})).status).toBe(404);
    expect((await exchange({ widgetId: other })).status).toBe(404);
    const { access } = EmailLinkReply.parse(await (await exchange({ widgetId })).json());
    const renewed = await askToken(service, widgetId, { renewal: access?.renewal ?? '' });
    expect(renewed.sessionId).toBe(sessionId);
  });

  test('a widget shows that e-mails can be sent, and that an agent has answered by e-mail', async () => {
    const availability = await desk.service.get('/api/availability');
    expect(await availability.json()).toMatchObject({ email: true });
    const widgetId = await createWidget(desk.service, {});
    const script = await desk.service.get(`/api/widget.js?w=${widgetId}`);
    expect(await script.text()).toContain('#chat-link=');
    const sessionId = await leave();
    const leftMessage = async () =>
      MessagesReply.parse(await (await desk.service.get(`/api/messages?sessionId=${sessionId}`)).json())
        .leftMessage;
    expect(await leftMessage()).not.toHaveProperty('byEmail');
    await answer(sessionId);
    expect(await leftMessage()).toHaveProperty('byEmail', true);
  });

  test('the link still shows the conversation after it is closed', async () => {
    const sessionId = await leave();
    await answer(sessionId);
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    await mia.post(path(sessionId, '/close'));
    const opened = await open(linkIn(emails()[0]?.text ?? ''));
    expect(EmailLinkReply.parse(await opened.json())).toEqual({ sessionId, status: 'closed' });
  });

  test('messages that the visitor has not seen after two minutes are sent in one e-mail', async () => {
    const sessionId = await leave();
    await mia.post(path(sessionId, '/message'), { content: 'We ship on Monday.' });
    await mia.post(path(sessionId, '/message'), { content: 'Is that fine?' });
    desk.clock.advance(MINUTE_MS);
    await due();
    expect(smtp.accepted).toEqual([]);
    desk.clock.advance(MINUTE_MS + 1_000);
    await due();
    expect(smtp.accepted).toHaveLength(1);
    const [sent] = emails();
    expect(sent?.text).toContain('We ship on Monday.');
    expect(sent?.text).toContain('Is that fine?');
    expect(sent?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    desk.clock.advance(60 * MINUTE_MS);
    await due();
    expect(smtp.accepted).toHaveLength(1);
  });

  test('a reply in several parts to an absent visitor is sent in two e-mails', async () => {
    const sessionId = await leave();
    await answer(sessionId, 'We ship on Monday.');
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    await answer(sessionId, 'Is that fine?');
    await answer(sessionId, 'Or Tuesday?');
    expect((await sessionOf(sessionId)).delivery).toBe('waiting');
    desk.clock.advance(3 * MINUTE_MS);
    await due();
    desk.clock.advance(60 * MINUTE_MS);
    await due();
    expect(smtp.accepted).toHaveLength(2);
    const [first, second] = emails();
    expect(first?.text).toContain('We ship on Monday.');
    expect(second?.text).not.toContain('We ship on Monday.');
    expect(second?.text).toContain('Is that fine?');
    expect(second?.text).toContain('Or Tuesday?');
    expect((await sessionOf(sessionId)).delivery).toBe('sent');
  });

  test('a visitor can stop e-mails with one click, and gets no further e-mail', async () => {
    const sessionId = await leave();
    await mia.post(path(sessionId, '/message'), { content: 'We ship on Monday.' });
    desk.clock.advance(3 * MINUTE_MS);
    await due();
    const stop = pageIn(emails()[0]?.headers ?? '').replace(/>.*/, '');
    const page = await desk.service.get(stop);
    expect(page.status).toBe(200);
    expect((await desk.service.session(sessionId)).emailsStopped).toBeUndefined();
    const click = await desk.service.post(stop, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(click.status).toBe(200);
    await mia.post(path(sessionId, '/message'), { content: 'Hello?' });
    desk.clock.advance(60 * MINUTE_MS);
    await due();
    expect(smtp.accepted).toHaveLength(1);
  });

  test('a transcript is sent only to a confirmed address', async () => {
    const sessionId = await leave({ email: undefined, phone: '+49 30 1234567' });
    const email = 'other@example.org';
    expect((await desk.visitor('/api/transcript', { sessionId, email })).status).toBe(204);
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    expect(emails()[0]?.text).not.toContain('Do you ship?');
    const confirm = pageIn(emails()[0]?.text ?? '');
    expect((await desk.service.get(confirm)).status).toBe(200);
    expect(smtp.accepted).toHaveLength(1);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const done = await desk.service.post(confirm, '', form);
    expect(await done.text()).toContain('<h1>The conversation is on its way</h1>');
    await desk.service.post(confirm, '', form);
    await expect.poll(() => smtp.accepted).toHaveLength(2);
    expect(smtp.accepted[1]?.to).toEqual([email]);
    expect(emails()[1]?.text).toContain('Do you ship?');
    expect((await desk.service.session(sessionId)).emails).toHaveLength(2);
  });

  test('the transcript has the e-mails, and a deletion removes them together with waiting ones', async () => {
    const sessionId = await leave();
    await answer(sessionId);
    await expect.poll(() => smtp.accepted).toHaveLength(1);
    await mia.post(path(sessionId, '/message'), { content: 'We ship on Monday.' });
    const exported = await desk.service.get(`/api/sessions/${sessionId}/transcript`);
    expect(Transcript.parse(await exported.json()).emails).toMatchObject([
      { kind: 'received' },
      { kind: 'reply' },
      { kind: 'unseen' },
    ]);
    await fetch(`${desk.service.origin}/api/sessions/${sessionId}`, { method: 'DELETE' });
    desk.clock.advance(60 * MINUTE_MS);
    await due();
    expect(smtp.accepted).toHaveLength(1);
  });
});

describe('without a way to send e-mails', () => {
  const desk = freshFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));

  test('e-mails are neither offered nor planned nor stored', async () => {
    const mia = desk.agent('Mia');
    const sessionId = randomUUID();
    await desk.visitor('/api/contact', { sessionId, email: ADDRESS, message: 'Hello', consent: true });
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    expect(
      await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Hi', byEmail: true }),
    ).toMatchObject(refusedWith(409, 'email-not-configured'));
    await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Hi' });
    expect((await desk.service.session(sessionId)).emails).toBeUndefined();
    expect(await desk.visitor('/api/transcript', { sessionId, email: ADDRESS })).toMatchObject(
      refusedWith(409, 'email-not-configured'),
    );
    const availability = await desk.service.get('/api/availability');
    expect(await availability.json()).not.toHaveProperty('email');
    const widgetId = await createWidget(desk.service, {});
    const script = await desk.service.get(`/api/widget.js?w=${widgetId}`);
    expect(await script.text()).not.toContain('#chat-link=');
  });
});
