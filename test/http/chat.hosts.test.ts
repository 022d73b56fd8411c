import { describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import { ChatReply, MessagesReply } from '../../src/chat/wire/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe.each(HOSTS)('a conversation with the assistant on the %s host', (host) => {
  const service = sharedFixture(() =>
    startService({
      host,
      settings: { RATE_LIMIT_IP_PER_MINUTE: '1000', RATE_LIMIT_SESSION_PER_MINUTE: '1000' },
    }),
  );

  async function say(body: Record<string, unknown>): Promise<z.infer<typeof ChatReply>> {
    const response = await service.post('/api/chat', body);
    expect(response.status).toBe(200);
    return ChatReply.parse(await response.json());
  }

  async function read(sessionId: string, after?: number): Promise<z.infer<typeof MessagesReply>> {
    const query = after === undefined ? '' : `&after=${after}`;
    return MessagesReply.parse(
      await (await service.get(`/api/messages?sessionId=${sessionId}${query}`)).json(),
    );
  }

  test('a first message creates a session and is answered', async () => {
    const { sessionId, status, message, reply, usage } = await say({
      message: '  How do I embed the widget?\n',
    });
    expect(sessionId).toMatch(UUID);
    expect(status).toBe('open');
    expect(message).toMatchObject({
      sessionId,
      seq: 1,
      role: 'visitor',
      content: 'How do I embed the widget?',
    });
    expect(reply).toMatchObject({ sessionId, seq: 2, role: 'assistant' });
    expect(reply.content.length).toBeGreaterThan(0);
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  test('messages are read in the order of seq', async () => {
    const { sessionId } = await say({ message: 'One' });
    await say({ message: 'Two', sessionId });
    const all = await read(sessionId);
    expect(all.messages.map(({ seq, role }) => [seq, role])).toEqual([
      [1, 'visitor'],
      [2, 'assistant'],
      [3, 'visitor'],
      [4, 'assistant'],
    ]);
    expect((await read(sessionId, 2)).messages.map(({ seq }) => seq)).toEqual([3, 4]);
    expect((await read(sessionId, 4)).messages).toEqual([]);
  });

  test('a message with an unknown session id starts a session with that id', async () => {
    const sessionId = crypto.randomUUID();
    expect((await say({ message: 'Hello', sessionId })).sessionId).toBe(sessionId);
  });

  test('an upper-case session id is treated like the lower-case one', async () => {
    const { sessionId } = await say({ message: 'Hello' });
    expect((await say({ message: 'Again', sessionId: sessionId.toUpperCase() })).message.seq).toBe(3);
    expect((await read(sessionId.toUpperCase())).messages).toHaveLength(4);
  });

  test('a message with the same client message id is stored and answered once', async () => {
    const body = {
      message: 'Only once',
      sessionId: crypto.randomUUID(),
      clientMessageId: crypto.randomUUID(),
    };
    const first = await say(body);
    expect(first.message.id).toBe(body.clientMessageId);
    expect(await say(body)).toEqual(first);
    expect((await read(body.sessionId)).messages).toHaveLength(2);
  });

  test('a client message id of another message is refused', async () => {
    const { sessionId, reply } = await say({ message: 'Hello' });
    const response = await service.post('/api/chat', {
      message: 'Hello',
      sessionId,
      clientMessageId: reply.id,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'validation-failed',
      issues: [{ path: 'clientMessageId' }],
    });
  });

  test('messages of an unknown session are answered with 404, and a malformed id with 400', async () => {
    expect((await service.get(`/api/messages?sessionId=${crypto.randomUUID()}`)).status).toBe(404);
    for (const query of ['', '?sessionId=', '?sessionId=42', `?sessionId=${crypto.randomUUID()}&after=-1`]) {
      expect((await service.get(`/api/messages${query}`)).status).toBe(400);
    }
  });

  test('messages have an ETag, and 304 is answered until they change', async () => {
    const { sessionId, reply } = await say({ message: 'Hello' });
    const path = `/api/messages?sessionId=${sessionId}`;
    const first = await service.get(path);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const unchanged = await service.get(path, { 'if-none-match': etag });
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe('');
    await service.post('/api/feedback', { sessionId, messageId: reply.id, rating: 'up' });
    expect((await service.get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('a request for an agent changes the status and adds a system message, both once', async () => {
    const { sessionId } = await say({ message: 'Hello' });
    for (let times = 0; times < 2; times++) {
      const response = await service.post('/api/handoff', { sessionId, reason: 'I need a human' });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ sessionId, status: 'human_requested' });
    }
    const { status, messages } = await read(sessionId);
    expect(status).toBe('human_requested');
    expect(messages.filter(({ role }) => role === 'system')).toMatchObject([
      { seq: 3, event: 'human-requested' },
    ]);
    expect((await say({ message: 'Still there?', sessionId })).status).toBe('human_requested');
  });

  test('a request for an agent in an unknown session is answered with 404', async () => {
    expect((await service.post('/api/handoff', { sessionId: crypto.randomUUID() })).status).toBe(404);
  });

  test('an answer can be rated, the last rating counts, and null removes the rating', async () => {
    const { sessionId, message, reply } = await say({ message: 'Hello' });
    const rate = (messageId: string, rating: unknown) =>
      service.post('/api/feedback', { sessionId, messageId, rating });
    const stored = async () => (await read(sessionId)).messages[1]?.rating;
    for (const rating of ['up', 'down', 'down', null] as const) {
      expect((await rate(reply.id, rating)).status).toBe(204);
      expect(await stored()).toBe(rating ?? undefined);
    }
    expect((await rate(message.id, 'up')).status).toBe(400);
    expect((await rate(crypto.randomUUID(), 'up')).status).toBe(400);
    expect((await rate(reply.id, 'sideways')).status).toBe(400);
  });

  test('a connection can be negotiated before the first message, which then uses its session id', async () => {
    const response = await service.post('/api/negotiate', {});
    const connection = (await response.json()) as Record<string, string>;
    expect(connection).toEqual({
      sessionId: expect.stringMatching(UUID),
      userId: connection['sessionId'],
      url: expect.stringMatching(/^wss?:\/\/.+access_token=/),
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await service.get(`/api/messages?sessionId=${connection['sessionId']}`)).status).toBe(404);
    const byQuery = await fetch(`${service.origin}/api/negotiate?sessionId=${connection['sessionId']}`, {
      method: 'POST',
    });
    expect(await byQuery.json()).toMatchObject({ sessionId: connection['sessionId'] });
  });

  test('messages for a visitor have no internal fields', async () => {
    const { sessionId } = await say({ message: 'asdfghjkl' });
    const text = await (await service.get(`/api/messages?sessionId=${sessionId}`)).text();
    for (const field of ['replyTo', 'unanswered', 'queued', 'oid', 'claimedBy']) {
      expect(text).not.toContain(field);
    }
  });
});
