import { beforeEach, describe, expect, test } from 'vitest';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { changeWidget } from '../support/clients/registered-widgets.ts';
import { startVisitorDirectory } from '../support/servers/visitor-directory.ts';
import { signInFixtures, signInOf, signInWindow } from './support/visitor-sign-in.ts';
import { askToken, statusAndError, say, withToken, type Token } from '../support/clients/visitor.ts';

const ZOE = { sub: 'zoe|1', name: 'Zoë' };
const UNAUTHORIZED = { status: 401, error: 'unauthorized' };

describe('a browser that several visitors use', () => {
  const { service, directory, widget } = signInFixtures(ZOE);

  const proofOf = (at = directory) => signInWindow(service).signIn(at, widget.id);

  /** Every call of a visitor, with a token. */
  function use({ token, sessionId }: Token) {
    const headers = withToken({ token });
    const messageId = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';
    return Promise.all([
      service.post('/api/chat', { message: 'Hi', sessionId }, headers),
      service.post('/api/chat', { message: 'Hi' }, headers),
      service.post('/api/chat/stream', { message: 'Hi', sessionId }, headers),
      service.get(`/api/messages?sessionId=${sessionId}`, headers),
      service.post('/api/negotiate', { sessionId }, headers),
      service.post('/api/negotiate', undefined, headers),
      service.post('/api/handoff', { sessionId }, headers),
      service.post('/api/feedback', { sessionId, messageId, rating: 'up' }, headers),
    ]);
  }

  describe('after the visitor has signed in to the conversation that they began without a name', () => {
    let named: Token;
    const anonymous = freshFixture(() => askToken(service, widget.id));
    beforeEach(async () => {
      await say(service, anonymous, { message: 'Hello' });
      named = await askToken(service, widget.id, { renewal: anonymous.renewal, proof: await proofOf() });
      expect(named.sessionId).toBe(anonymous.sessionId);
    });

    test('an anonymous renewal gives a new session', async () => {
      const later = await askToken(service, widget.id, { renewal: anonymous.renewal });
      expect(later.sessionId).not.toBe(named.sessionId);
      expect(later).not.toHaveProperty('visitor');
    });

    test('an anonymous token is refused on every call', async () => {
      for (const response of await use(anonymous)) {
        expect(await statusAndError(response)).toEqual(UNAUTHORIZED);
      }
    });

    test('the visitor continues with the new token and its renewal', async () => {
      await say(service, named, { message: 'Still me' });
      const renewed = await askToken(service, widget.id, { renewal: named.renewal });
      expect(renewed).toMatchObject({ sessionId: named.sessionId, visitor: { name: 'Zoë' } });
    });
  });

  test('a session without a message is not continued after the sign-in', async () => {
    const { renewal, sessionId } = await askToken(service, widget.id);
    const named = await askToken(service, widget.id, { renewal, proof: await proofOf() });
    expect(named.sessionId).not.toBe(sessionId);
    expect((await askToken(service, widget.id, { renewal })).sessionId).toBe(sessionId);
  });

  test('one of two visitors who sign in concurrently gets the conversation, and the other a new one', async () => {
    const anonymous = await askToken(service, widget.id);
    await say(service, anonymous, { message: 'Hello' });
    const { renewal } = anonymous;
    const zoe = await proofOf();
    directory.person = { sub: 'max|1', name: 'Max' };
    const max = await proofOf();
    const tokens = await Promise.all(
      [zoe, max].map((proof) => askToken(service, widget.id, { renewal, proof })),
    );
    expect(tokens.filter(({ sessionId }) => sessionId === anonymous.sessionId)).toHaveLength(1);
    for (const token of tokens) {
      await say(service, token, { message: 'Mine' });
      expect((await service.session(token.sessionId)).visitor?.name).toBe(token.visitor?.name);
    }
  });

  describe('with a widget that gets another directory, in which another person has the same subject', () => {
    let anonymous: Token;
    let first: Token;
    const second = sharedFixture(() => startVisitorDirectory());
    beforeEach(async () => {
      second.person = { ...ZOE, name: 'Zoé' };
      anonymous = await askToken(service, widget.id);
      await say(service, anonymous, { message: 'Hello' });
      first = await askToken(service, widget.id, { renewal: anonymous.renewal, proof: await proofOf() });
      await changeWidget(service, widget, { signIn: signInOf(second) });
    });

    test('neither an earlier renewal nor a sign-in there continues the conversation', async () => {
      for (const { renewal } of [anonymous, first]) {
        const there = await askToken(service, widget.id, { renewal, proof: await proofOf(second) });
        expect(there.sessionId).not.toBe(first.sessionId);
      }
      const renewed = await askToken(service, widget.id, { renewal: first.renewal });
      expect(renewed.sessionId).not.toBe(first.sessionId);
    });

    test('a token of the first directory is refused on every call', async () => {
      for (const response of await use(first)) expect(await statusAndError(response)).toEqual(UNAUTHORIZED);
    });

    test('a token of the first directory is also refused after the directory is removed', async () => {
      await changeWidget(service, widget, { signIn: undefined });
      for (const response of await use(first)) expect(await statusAndError(response)).toEqual(UNAUTHORIZED);
      const renewed = await askToken(service, widget.id, { renewal: first.renewal });
      expect(renewed.sessionId).not.toBe(first.sessionId);
    });

    test('the visitor continues the conversation once the widget has the first directory again', async () => {
      await changeWidget(service, widget, { signIn: signInOf(directory) });
      const renewed = await askToken(service, widget.id, { renewal: first.renewal });
      expect(renewed.sessionId).toBe(first.sessionId);
    });
  });

  test('agents and admins see the visitor’s identity, but not the directory', async () => {
    const named = await askToken(service, widget.id, { proof: await proofOf() });
    await say(service, named, { message: 'Hello' });
    const transcript = await (await service.get(`/api/sessions/${named.sessionId}/transcript`)).text();
    expect(transcript).toContain('zoe|1');
    expect(transcript).not.toContain(directory.issuer);
  });
});
