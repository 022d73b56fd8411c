import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { mayBeWidgetSession } from '../../src/conversations/rules/ids.ts';
import { MessagesReply } from '../../src/chat/wire/visitor.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { changeWidget, registerWidget, removeWidget } from '../support/clients/registered-widgets.ts';
import { startService } from '../support/service/service.ts';
import { askToken, statusAndError, say, withToken } from '../support/clients/visitor.ts';

const UNAUTHORIZED = { status: 401, error: 'unauthorized' };

describe('the session of a registered widget’s visitor', () => {
  const service = sharedFixture(() =>
    startService({
      settings: {
        RATE_LIMIT_IP_READS_PER_MINUTE: '100000',
        RATE_LIMIT_IP_PER_MINUTE: '100000',
        RATE_LIMIT_SESSION_PER_MINUTE: '1000',
      },
    }),
  );
  const widget = freshFixture(() => registerWidget(service, { assistantId: randomUUID() }));
  const token = freshFixture(() => askToken(service, widget.id));

  /** Every call that names a session, with these headers. */
  function use(sessionId: string, headers: Record<string, string>, messageId: string = randomUUID()) {
    return [
      service.post('/api/chat', { message: 'Hi', sessionId }, headers),
      service.post('/api/chat/stream', { message: 'Hi', sessionId }, headers),
      service.get(`/api/messages?sessionId=${sessionId}`, headers),
      service.post('/api/negotiate', { sessionId }, headers),
      service.post(`/api/negotiate?sessionId=${sessionId}`, undefined, headers),
      service.post('/api/handoff', { sessionId }, headers),
      service.post('/api/feedback', { sessionId, messageId, rating: 'up' }, headers),
      service.post('/api/source', { sessionId, messageId, number: 1 }, headers),
      service.get(`/api/attachments?sessionId=${sessionId}`, headers),
      service.post('/api/attachments', { sessionId, fileName: 'note.txt', bytes: 4 }, headers),
      service.post(`/api/attachments/${randomUUID()}?sessionId=${sessionId}`, {}, headers),
    ];
  }

  test('is identified by the token if the request has no session id', async () => {
    const { sessionId } = await say(service, token, { message: 'Hello' });
    expect(sessionId).toBe(token.sessionId);
    const response = await service.post('/api/negotiate', undefined, withToken(token));
    expect(await response.json()).toMatchObject({ sessionId: token.sessionId });
  });

  test('can be used with its token at all endpoints', async () => {
    const { sessionId, reply } = await say(service, token, { message: 'Hello', sessionId: token.sessionId });
    const responses = await Promise.all(use(sessionId, withToken(token), reply.id));
    expect(responses.map(({ status }) => status)).toEqual([...Array(6).fill(200), 204, 400, 200, 403, 403]);
    const read = await service.get(`/api/messages?sessionId=${sessionId}`, withToken(token));
    expect(MessagesReply.parse(await read.json()).messages[0]).toMatchObject({ content: 'Hello' });
  });

  test('cannot be used with the token of another session of the same widget', async () => {
    const { sessionId } = await say(service, token, { message: 'Hello' });
    const thief = await askToken(service, widget.id);
    await say(service, thief, { message: 'Mine' });
    for (const response of use(sessionId, withToken(thief))) {
      expect(await statusAndError(await response)).toEqual(UNAUTHORIZED);
    }
  });

  test('cannot be used with the token of another widget', async () => {
    const { sessionId } = await say(service, token, { message: 'Hello' });
    const other = await registerWidget(service, { name: 'Other' });
    const thief = await askToken(service, other.id);
    for (const response of use(sessionId, withToken(thief))) {
      expect(await statusAndError(await response)).toEqual(UNAUTHORIZED);
    }
  });

  test('a concurrent repeat of a message without the token is refused', async () => {
    const { sessionId } = await say(service, token, { message: 'Hello' });
    const body = { message: 'Again', sessionId, clientMessageId: randomUUID() };
    const [own, foreign] = await Promise.all([
      service.post('/api/chat', body, withToken(token)),
      service.post('/api/chat', body),
    ]);
    expect(own.status).toBe(200);
    expect(await statusAndError(foreign)).toEqual(UNAUTHORIZED);
  });

  describe('is stamped by its first message', () => {
    test('with the widget’s id, name, primary domain and AI agent', async () => {
      await say(service, token, { message: 'Hello' });
      const session = await service.session(token.sessionId);
      expect(session.widget).toEqual({ id: widget.id, name: 'Shop', primaryDomain: 'shop.example' });
      expect(session.assistantId).toBe(widget.assistantId);
    });

    test('permanently, even if the widget is renamed, disabled or deleted', async () => {
      await say(service, token, { message: 'Hello' });
      const { widget: stamp, assistantId } = await service.session(token.sessionId);
      const renamed = { name: 'Store', primaryDomain: 'store.example', assistantId: randomUUID() };
      await changeWidget(service, widget, renamed);
      await say(service, token, { message: 'Again' });
      await service.post('/api/handoff', { sessionId: token.sessionId }, withToken(token));
      expect(await service.session(token.sessionId)).toMatchObject({ widget: stamp, assistantId });
      await changeWidget(service, widget, { ...renamed, enabled: false });
      await changeWidget(service, widget, renamed);
      await say(service, token, { message: 'Once more' });
      expect(await service.session(token.sessionId)).toMatchObject({ widget: stamp, assistantId });
      await removeWidget(service, widget);
      expect(await service.session(token.sessionId)).toMatchObject({ widget: stamp, assistantId });
    });

    test('with the widget’s name at that time, not at the time of the token', async () => {
      await changeWidget(service, widget, { name: 'Store' });
      await say(service, token, { message: 'Hello' });
      expect((await service.session(token.sessionId)).widget?.name).toBe('Store');
    });

    test('with details that admins see and visitors do not', async () => {
      const said = await say(service, token, { message: 'Hello' });
      expect(JSON.stringify(said)).not.toContain(widget.assistantId);
      const response = await service.get(`/api/sessions/${token.sessionId}/transcript`);
      expect(await response.json()).toMatchObject({
        widget: { name: 'Shop' },
        assistantId: widget.assistantId,
      });
    });
  });
});

describe('the plain embed next to registered widgets', () => {
  const service = sharedFixture(() => startService());
  beforeAll(async () => {
    await registerWidget(service);
  });

  test('can use any session id, even one in the format of a widget’s session', async () => {
    const sessionId = '3f2c1a80-6f5e-8c7b-9a54-0d9c3f6b1e22';
    expect(mayBeWidgetSession(sessionId)).toBe(true);
    for (const step of ['before its first message', 'after it']) {
      expect((await service.post('/api/negotiate', { sessionId })).status, step).toBe(200);
      await say(service, undefined, { message: 'Hello', sessionId });
    }
  });

  test('gets session ids that never have the format of a widget’s session', async () => {
    const response = await service.post('/api/negotiate', undefined);
    const { sessionId } = (await response.json()) as { sessionId: string };
    expect(mayBeWidgetSession(sessionId)).toBe(false);
    expect(mayBeWidgetSession((await say(service, undefined, { message: 'Hello' })).sessionId)).toBe(false);
  });
});
