import { describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import { ChatReply, ContactReply, MessagesReply } from '../../src/chat/wire/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { registerWidget } from '../support/clients/registered-widgets.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { startService } from '../support/service/service.ts';
import { askToken, statusAndError, withToken } from '../support/clients/visitor.ts';

const UNLIMITED = { RATE_LIMIT_IP_PER_MINUTE: '1000', RATE_LIMIT_IP_READS_PER_MINUTE: '1000' };
const ADDRESS = 'vera@example.com';
const QUESTION = 'Do you ship to Norway?';

describe('a message that a visitor leaves', () => {
  const service = sharedFixture(() => startService({ settings: UNLIMITED }));
  const newId = () => crypto.randomUUID();

  const post = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    service.post('/api/contact', { email: ADDRESS, consent: true, ...body }, headers);
  async function leave(body: Record<string, unknown>): Promise<z.infer<typeof ContactReply>> {
    const response = await post(body);
    expect(response.status).toBe(200);
    return ContactReply.parse(await response.json());
  }
  async function read(sessionId: string): Promise<z.infer<typeof MessagesReply>> {
    return MessagesReply.parse(await (await service.get(`/api/messages?sessionId=${sessionId}`)).json());
  }

  test('starts a conversation that waits for an agent, without an answer of the assistant', async () => {
    const sessionId = newId();
    const contact = { email: ADDRESS, phone: '+49 30 1234567', name: 'Vera' };
    const { status, leftMessage, message } = await leave({
      sessionId,
      ...contact,
      message: QUESTION,
      locale: 'de',
    });
    expect(status).toBe('human_requested');
    expect(message).toMatchObject({ sessionId, seq: 1, role: 'visitor', content: QUESTION });
    const { messages } = await read(sessionId);
    expect(messages.map(({ role }) => role)).toEqual(['visitor', 'system']);
    expect(await service.session(sessionId)).toMatchObject({
      status: 'human_requested',
      locale: 'de',
      contact: { ...contact, leftAt: leftMessage.leftAt },
    });
  });

  test('is shown to the returning visitor in the conversation, without the address', async () => {
    const { sessionId, leftMessage } = await leave({ sessionId: newId(), message: QUESTION });
    const response = await service.get(`/api/messages?sessionId=${sessionId}`);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status: 'human_requested', leftMessage });
    expect(text).not.toContain(ADDRESS);
  });

  test('can be left in an existing conversation, also without a text', async () => {
    const asked = ChatReply.parse(await (await service.post('/api/chat', { message: QUESTION })).json());
    const { sessionId } = asked;
    const { message } = await leave({ sessionId });
    expect(message).toBeUndefined();
    expect((await read(sessionId)).messages.map(({ role }) => role)).toEqual([
      'visitor',
      'assistant',
      'system',
    ]);
  });

  test('is stored once if it is sent repeatedly, and the last address is used', async () => {
    const sessionId = newId();
    const body = { sessionId, message: QUESTION, clientMessageId: newId() };
    const replies = await Promise.all([leave(body), leave(body), leave(body)]);
    expect(new Set(replies.map(({ message }) => message?.id))).toEqual(new Set([body.clientMessageId]));
    const again = await leave({ ...body, email: 'v@example.com' });
    expect(again).toMatchObject({ message: { seq: 1 }, leftMessage: replies[0].leftMessage });
    expect((await read(sessionId)).messages).toHaveLength(2);
    expect((await service.session(sessionId)).contact?.email).toBe('v@example.com');
  });

  test('is not answered by the assistant if it is repeated as a chat message, which is queued', async () => {
    const sessionId = newId();
    const clientMessageId = newId();
    await leave({ sessionId, message: QUESTION, clientMessageId });
    const response = await service.post('/api/chat', { sessionId, message: QUESTION, clientMessageId });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ status: 'human_requested', queued: true });
  });

  test('is stored once even if it is no longer among the newest messages', async () => {
    const sessionId = newId();
    const body = { sessionId, message: QUESTION, clientMessageId: newId() };
    await leave(body);
    for (let n = 0; n < 6; n++) {
      await service.post('/api/chat', { sessionId, message: `${'long '.repeat(790)}${n}` });
    }
    expect((await leave({ ...body, email: 'v@example.com' })).message).toMatchObject({ seq: 1 });
    const { messages } = await read(sessionId);
    expect(messages.filter(({ content }) => content === QUESTION)).toHaveLength(1);
  });

  test.each([
    ['no address', { email: undefined }, 'email'],
    ['an invalid address', { email: 'vera@' }, 'email'],
    ['an invalid phone number', { phone: 'soon' }, 'phone'],
    ['a name with a right-to-left override', { name: 'Vera\u202E' }, 'name'],
    ['a name that is too long', { name: 'V'.repeat(101) }, 'name'],
    ['an empty message', { message: ' ' }, 'message'],
    ['no consent', { consent: undefined }, 'consent'],
    ['refused consent', { consent: false }, 'consent'],
    ['no session', { sessionId: undefined }, 'sessionId'],
  ])('is refused with %s, and nothing is stored', async (_, change, path) => {
    const sessionId = newId();
    const response = await post({ sessionId, ...change });
    expect(response.status).toBe(400);
    const body: unknown = await response.json();
    expect(body).toMatchObject({ error: 'validation-failed', issues: [{ path }] });
    expect((await service.get(`/api/messages?sessionId=${sessionId}`)).status).toBe(404);
  });

  test('is refused with the id of another message', async () => {
    const { sessionId, reply } = ChatReply.parse(
      await (await service.post('/api/chat', { message: QUESTION })).json(),
    );
    const response = await post({ sessionId, message: 'Mine', clientMessageId: reply.id });
    expect(await statusAndError(response)).toEqual({ status: 400, error: 'validation-failed' });
    expect(await service.session(sessionId)).not.toHaveProperty('contact');
  });

  test('needs the visitor’s token in a conversation of a registered widget', async () => {
    const widget = await registerWidget(service);
    const token = await askToken(service, widget.id);
    const { sessionId } = token;
    expect((await post({ sessionId, message: QUESTION }, withToken(token))).status).toBe(200);
    expect(await service.session(sessionId)).toMatchObject({
      widget: { id: widget.id },
      contact: { email: ADDRESS },
    });
    expect(await statusAndError(await post({ sessionId }))).toEqual({ status: 401, error: 'unauthorized' });
  });
});

test('left messages count towards the rate limit of their session', async () => {
  const service = await startService({ settings: { RATE_LIMIT_SESSION_PER_MINUTE: '2' } });
  try {
    const sessionId = crypto.randomUUID();
    const leave = () =>
      service.post('/api/contact', { sessionId, email: ADDRESS, message: 'Hi', consent: true });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await leave()).status);
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await service.close();
  }
});

test('a client address can leave messages and request agents five times a minute and thirty times an hour', async () => {
  const clock = manualClock();
  const service = await startService({ clock });
  try {
    const ask = async (n: number) => {
      const sessionId = crypto.randomUUID();
      if (n % 2) return await service.post('/api/handoff', { sessionId });
      return await service.post('/api/contact', { sessionId, email: ADDRESS, message: 'Hi', consent: true });
    };
    for (let minute = 0; minute < 7; minute++) {
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await ask(n)).status);
      const taken = minute < 6 ? [200, 404, 200, 404, 200, 429] : Array<number>(6).fill(429);
      expect(statuses, `minute ${minute}`).toEqual(taken);
      expect((await service.post('/api/chat', { message: 'Hello' })).status).toBe(200);
      clock.advance(60_000);
    }
    clock.advance(54 * 60_000);
    expect((await ask(0)).status).toBe(200);
  } finally {
    await service.close();
  }
});
