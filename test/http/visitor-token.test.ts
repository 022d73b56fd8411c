import { beforeEach, describe, expect, test } from 'vitest';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { changeWidget, registerWidget, removeWidget, SHOP } from '../support/clients/registered-widgets.ts';
import { startService } from '../support/service/service.ts';
import { askToken, statusAndError, say, withToken, type Token } from '../support/clients/visitor.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const clock = manualClock();

describe('the token of a visitor', () => {
  const service = sharedFixture(() =>
    startService({ clock, settings: { RATE_LIMIT_IP_READS_PER_MINUTE: '100000' } }),
  );
  const widget = freshFixture(() => registerWidget(service));
  beforeEach(async () => {
    clock.advance(MINUTE);
  });

  const ask = (body: object, headers: Record<string, string> = {}) =>
    service.post('/api/widget/token', body, headers);

  describe('is refused', () => {
    test.each(['3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22', 'no-uuid', '../../x', ''])(
      'to the unknown widget “%s”',
      async (widgetId) => {
        expect(await statusAndError(await ask({ widgetId }))).toEqual({
          status: 404,
          error: 'widget-not-found',
        });
      },
    );

    test('to a disabled widget', async () => {
      await changeWidget(service, widget, { enabled: false });
      expect(await statusAndError(await ask({ widgetId: widget.id }))).toEqual({
        status: 403,
        error: 'widget-disabled',
      });
    });

    test.each([
      'https://evil.example',
      'null',
      `${SHOP}:8443`,
      'http://shop.example',
      `${SHOP}.evil.example`,
    ])('to the origin %s, which the widget does not allow', async (origin) => {
      expect(await statusAndError(await ask({ widgetId: widget.id }, { origin }))).toEqual({
        status: 403,
        error: 'origin-not-allowed',
      });
    });

    test('to an anonymous visitor if the widget requires a sign-in', async () => {
      await changeWidget(service, widget, {
        signIn: { issuer: 'https://id.example', clientId: 'chat', required: true },
      });
      expect(await statusAndError(await ask({ widgetId: widget.id }))).toEqual({
        status: 401,
        error: 'sign-in-required',
      });
    });

    test('beyond the read limit', async () => {
      const few = await startService({ settings: { RATE_LIMIT_IP_READS_PER_MINUTE: '2' } });
      try {
        const { id: widgetId } = await registerWidget(few);
        await askToken(few, widgetId);
        await askToken(few, widgetId);
        expect((await statusAndError(await few.post('/api/widget/token', { widgetId }))).error).toBe(
          'rate-limited',
        );
      } finally {
        await few.close();
      }
    });
  });

  test('is valid for 15 minutes and a new session', async () => {
    const [one, other] = await Promise.all([askToken(service, widget.id), askToken(service, widget.id)]);
    expect(one.sessionId).not.toBe(other.sessionId);
    expect(Date.parse(one.expiresAt)).toBe(clock.now() + 15 * MINUTE);
    expect(one).not.toHaveProperty('visitor');
  });

  test('is given to the service’s own pages and to the sites of the widget', async () => {
    for (const origin of [service.origin, SHOP]) {
      expect((await ask({ widgetId: widget.id.toUpperCase() }, { origin })).status).toBe(200);
    }
  });

  describe('is renewed', () => {
    const first = freshFixture(() => askToken(service, widget.id));

    test('for the same session, for thirty days', async () => {
      clock.advance(30 * DAY - MINUTE);
      const next = await askToken(service, widget.id, { renewal: first.renewal });
      expect(next.sessionId).toBe(first.sessionId);
      clock.advance(15 * DAY);
      expect((await askToken(service, widget.id, { renewal: next.renewal })).sessionId).toBe(first.sessionId);
    });

    test('for a new session after thirty days', async () => {
      clock.advance(30 * DAY);
      const next = await askToken(service, widget.id, { renewal: first.renewal });
      expect(next.sessionId).not.toBe(first.sessionId);
    });

    test('for a new session if the visitor asks for one', async () => {
      const next = await askToken(service, widget.id, { renewal: first.renewal, fresh: true });
      expect(next.sessionId).not.toBe(first.sessionId);
    });

    test('for a new session if the renewal is invalid, altered or of another widget', async () => {
      const other = await registerWidget(service, { name: 'Other' });
      const foreign = await askToken(service, other.id, { renewal: first.renewal });
      const { renewal } = first;
      const [header = '', payload = '', signature = ''] = renewal.split('.');
      const tampered = [header, `${payload.slice(0, -2)}AA`, signature].join('.');
      const unsigned = [Buffer.from('{"alg":"none"}').toString('base64url'), payload, ''].join('.');
      const others = [tampered, unsigned, first.token, 'x', 'a.b.c'];
      const replies = await Promise.all(others.map((it) => askToken(service, widget.id, { renewal: it })));
      for (const { sessionId } of [foreign, ...replies]) expect(sessionId).not.toBe(first.sessionId);
    });
  });

  test('is refused in a chat call if it is altered, unsigned or another kind of token', async () => {
    const token = await askToken(service, widget.id);
    await say(service, token, { message: 'Hello' });
    const [header = '', payload = '', signature = ''] = token.token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const forged = [unsigned, `${header}.${payload}.${flipped}`, token.renewal, 'x', 'x'.repeat(9000)];
    for (const bad of forged) {
      const { sessionId } = token;
      const response = await service.post(
        '/api/chat',
        { message: 'Hi', sessionId },
        withToken({ token: bad }),
      );
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await statusAndError(response)).toEqual({ status: 401, error: 'unauthorized' });
    }
  });

  test('is refused after it has expired', async () => {
    const token = await askToken(service, widget.id);
    await say(service, token, { message: 'Hello' });
    clock.advance(15 * MINUTE);
    const response = await service.post('/api/chat', { message: 'Hi' }, withToken(token));
    expect(await statusAndError(response)).toEqual({ status: 401, error: 'unauthorized' });
  });

  describe('is refused immediately, on every call,', () => {
    const calls = ({ sessionId, token }: Token) => {
      const id = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';
      const headers = withToken({ token });
      return Promise.all([
        service.post('/api/chat', { message: 'Hi' }, headers),
        service.post('/api/chat/stream', { message: 'Hi' }, headers),
        service.get(`/api/messages?sessionId=${sessionId}`, headers),
        service.post('/api/negotiate', { sessionId }, headers),
        service.post('/api/handoff', { sessionId }, headers),
        service.post('/api/feedback', { sessionId, messageId: id, rating: 'up' }, headers),
      ]);
    };

    test.each([
      ['after its widget is disabled', { enabled: false }, { status: 403, error: 'widget-disabled' }],
      [
        'after visitors have to sign in',
        { signIn: { issuer: 'https://id.example', clientId: 'chat', required: true } },
        { status: 401, error: 'sign-in-required' },
      ],
    ])('%s', async (_when, change, expected) => {
      const token = await askToken(service, widget.id);
      await say(service, token, { message: 'Hello' });
      await changeWidget(service, widget, change);
      for (const response of await calls(token)) expect(await statusAndError(response)).toEqual(expected);
    });

    test('after its widget is deleted', async () => {
      const token = await askToken(service, widget.id);
      await say(service, token, { message: 'Hello' });
      await removeWidget(service, widget);
      for (const response of await calls(token)) {
        expect(await statusAndError(response)).toEqual({ status: 404, error: 'widget-not-found' });
      }
    });
  });
});
