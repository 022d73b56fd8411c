import { beforeAll, describe, expect, test } from 'vitest';
import { movedClock } from '../support/clocks/real-clock.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { registerWidget } from '../support/clients/registered-widgets.ts';
import { ONE_HOST, startService } from '../support/service/service.ts';
import { askToken, statusAndError, say, type Token } from '../support/clients/visitor.ts';

const UNLIMITED = {
  RATE_LIMIT_IP_READS_PER_MINUTE: '100000',
  RATE_LIMIT_IP_PER_MINUTE: '100000',
  RATE_LIMIT_SESSION_PER_MINUTE: '1000',
};

const PROPOSAL = '0f9c2f5e-6a0b-4c39-8a41-5d0c8d1c7a11';

/** An agent's token, as a browser that is signed in to the agent desk as well may send it. */
const JWT = `${Buffer.from('{"alg":"RS256","kid":"x"}').toString('base64url')}.e30.c2lnbmF0dXJl`;

describe.each(ONE_HOST)('the Authorization header of a chat call on the %s host', (host) => {
  const clock = movedClock();
  let token: Token;
  let expired: string;
  let headers: Record<string, string>;
  const service = sharedFixture(() => startService({ host, clock, settings: UNLIMITED }));
  const widget = sharedFixture(() => registerWidget(service));
  beforeAll(async () => {
    expired = (await askToken(service, widget.id)).token;
    clock.advance(15 * 60_000);
    token = await askToken(service, widget.id);
    await say(service, token, { message: 'Hello' });
    headers = {
      'of another scheme': 'Basic dXNlcjpzZWNyZXQ=',
      'without a scheme': token.token,
      'that is empty': 'Bearer ',
      'of junk': 'Bearer x',
      'of much junk': `Bearer ${'x'.repeat(9000)}`,
      'of symbols': 'Bearer ..;,"\'<>{}',
      'with an agent’s token': `Bearer ${JWT}`,
      'with an expired visitor token': `Bearer ${expired}`,
      'with a renewal': `Bearer ${token.renewal}`,
      'with the token of a registered widget': `Bearer ${token.token}`,
    };
  });

  /** Every chat call on a session. */
  function calls(sessionId: string, messageId: string, authorization?: string) {
    const sent: Record<string, string> = authorization === undefined ? {} : { authorization };
    const responses = [
      service.post('/api/chat', { message: 'Hi', sessionId }, sent),
      service.post('/api/chat/stream', { message: 'Hi', sessionId }, sent),
      service.get(`/api/messages?sessionId=${sessionId}`, sent),
      service.post('/api/negotiate', { sessionId }, sent),
      service.post(`/api/negotiate?sessionId=${sessionId}`, undefined, sent),
      service.post('/api/handoff', { sessionId }, sent),
      service.post('/api/contact', { sessionId, email: 'vera@example.com', consent: true }, sent),
      service.post('/api/feedback', { sessionId, messageId, rating: 'up' }, sent),
      service.post('/api/source', { sessionId, messageId, number: 1 }, sent),
      service.post('/api/chat/actions', { sessionId, name: 'cancel_order', values: {} }, sent),
      service.post(`/api/chat/proposals/${PROPOSAL}`, { sessionId, messageId, decision: 'confirm' }, sent),
    ];
    return Promise.all(
      responses.map(async (pending) => {
        const response = await pending;
        return { url: response.url, status: response.status, text: await response.text() };
      }),
    );
  }

  test('is ignored with any value if the session belongs to no registered widget', async () => {
    for (const [kind, authorization] of [['none', undefined], ...Object.entries(headers)] as const) {
      const { sessionId, reply } = await say(service, undefined, { message: 'Hello' });
      const replies = await calls(sessionId, reply.id, authorization);
      expect([kind, replies.map(({ status }) => status)]).toEqual([
        kind,
        [200, 200, 200, 200, 200, 200, 200, 204, 400, 404, 404],
      ]);
      expect(await service.session(sessionId)).not.toHaveProperty('widget');
    }
  });

  test('is ignored when a conversation starts, unless it has a visitor’s token', async () => {
    for (const [kind, authorization] of Object.entries(headers)) {
      const isTheirs = authorization.includes(token.token) && authorization.startsWith('Bearer ');
      const isEnded = authorization.includes(expired);
      const response = await service.post('/api/chat', { message: 'Hi' }, { authorization });
      expect([kind, response.status]).toEqual([kind, isEnded ? 401 : 200]);
      if (isEnded) continue;
      const { sessionId } = (await response.json()) as { sessionId: string };
      expect([kind, sessionId === token.sessionId]).toEqual([kind, isTheirs]);
    }
  });

  test('must have the session’s token if the session belongs to a registered widget', async () => {
    const messageId = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';
    const { 'with the token of a registered widget': right, ...wrong } = headers;
    for (const [kind, authorization] of [['none', undefined], ...Object.entries(wrong)] as const) {
      for (const { url, status, text } of await calls(token.sessionId, messageId, authorization)) {
        expect([kind, url, status, text]).toEqual([
          kind,
          url,
          401,
          expect.stringContaining('"unauthorized"'),
        ]);
      }
    }
    const replies = await calls(token.sessionId, messageId, right);
    expect(replies.map(({ status }) => status).slice(0, 7)).toEqual(Array(7).fill(200));
  });

  test('is refused with an expired token of the session, also before its first message', async () => {
    const early = await askToken(service, widget.id);
    clock.advance(15 * 60_000);
    const authorization = `Bearer ${early.token}`;
    for (const body of [{ message: 'Hi' }, { message: 'Hi', sessionId: early.sessionId }]) {
      const response = await service.post('/api/chat', body, { authorization });
      expect(await statusAndError(response)).toEqual({ status: 401, error: 'unauthorized' });
    }
    token = await askToken(service, widget.id, token);
  });

  test('is ignored in a request for a visitor token', async () => {
    for (const authorization of Object.values(headers)) {
      const response = await service.post('/api/widget/token', { widgetId: widget.id }, { authorization });
      expect(response.status).toBe(200);
    }
  });
});
