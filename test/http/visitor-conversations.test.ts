import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConversationsReply } from '../../src/chat/wire/visitor.ts';
import { registerWidget, SHOP } from '../support/clients/registered-widgets.ts';
import { startService } from '../support/service/service.ts';
import { askToken, statusAndError, say, withToken, type Token } from '../support/clients/visitor.ts';
import { signInFixtures, signInOf, signInWindow } from './support/visitor-sign-in.ts';

const ZOE = { sub: 'zoe|1', name: 'Zoë' };
const MAX = { sub: 'max|1', name: 'Max' };

describe('the list of a visitor’s conversations', () => {
  const { clock, service, directory, widget } = signInFixtures(ZOE);

  async function listed(known: { sessionIds?: string[]; renewals?: string[] }, token?: Token) {
    const response = await service.post('/api/conversations', known, token && withToken(token));
    expect(response.status).toBe(200);
    return ConversationsReply.parse(await response.json()).conversations;
  }
  const idsOf = async (...asked: Parameters<typeof listed>) =>
    (await listed(...asked)).map(({ sessionId }) => sessionId);

  /** Begins a conversation of the plain chat. */
  async function started(message: string): Promise<string> {
    clock.advance(1000);
    return (await say(service, undefined, { message })).sessionId;
  }
  /** Begins a conversation on the widget. */
  async function startedWith(token: Token): Promise<Token> {
    clock.advance(1000);
    await say(service, token, { message: 'Hello' });
    return token;
  }
  const signedIn = async (widgetId = widget.id, more: object = {}) =>
    askToken(service, widgetId, { proof: await signInWindow(service).signIn(directory, widgetId), ...more });

  test('has the opening, the preview, the time and the status of each conversation, latest first', async () => {
    const [first, second] = [await started('Do you ship to Norway?'), await started('Where is my parcel?')];
    const [newest, other] = await listed({ sessionIds: [first, second] });
    expect(newest).toMatchObject({ sessionId: second, status: 'open', opening: 'Where is my parcel?' });
    const { messageCount, lastMessageAt, preview } = await service.session(first);
    expect(other).toEqual({
      ...{ sessionId: first, status: 'open', opening: 'Do you ship to Norway?' },
      ...{ preview, lastMessageAt, messageCount },
    });
  });

  test('shows the agent of a claimed conversation, and whether a conversation is closed', async () => {
    const sessionId = await started('Hello');
    const agent = { oid: 'mia', name: 'Mia' };
    await service.services.agentDesk.claim(sessionId, agent);
    expect(await listed({ sessionIds: [sessionId] })).toMatchObject([{ agent: { name: 'Mia' } }]);
    await service.services.agentDesk.close(sessionId, agent);
    expect(await listed({ sessionIds: [sessionId] })).toMatchObject([{ status: 'closed' }]);
  });

  test('omits conversations that are deleted, not started or of a registered widget', async () => {
    const [kept, deleted] = [await started('One'), await started('Two')];
    await fetch(`${service.origin}/api/sessions/${deleted}`, { method: 'DELETE' });
    const { sessionId, renewal } = await startedWith(await askToken(service, widget.id));
    const known = { sessionIds: [kept, deleted, randomUUID(), sessionId], renewals: [renewal] };
    expect(await idsOf(known)).toEqual([kept]);
  });

  test('has only the conversations of an anonymous widget visitor’s renewals', async () => {
    const [here, before] = [await startedWith(await askToken(service, widget.id)), await started('Plain')];
    const earlier = await startedWith(await askToken(service, widget.id));
    const other = await registerWidget(service, { signIn: signInOf(directory) });
    const elsewhere = await startedWith(await askToken(service, other.id));
    const theirs = await startedWith(await signedIn());
    const renewals = [earlier, elsewhere, theirs].map(({ renewal }) => renewal);
    const known = { sessionIds: [before, here.sessionId], renewals: [...renewals, 'x'] };
    expect(await idsOf(known, here)).toEqual([earlier.sessionId]);
    expect(await idsOf({ renewals: [here.renewal, here.renewal] }, here)).toEqual([here.sessionId]);
  });

  test('has the same conversations on all devices for a visitor who has signed in, and only theirs', async () => {
    const first = await startedWith(await signedIn());
    const second = await startedWith(await signedIn(widget.id, { fresh: true }));
    // It has not begun.
    const elsewhere = await signedIn(widget.id, { fresh: true });
    expect(await idsOf({}, elsewhere)).toEqual([second.sessionId, first.sessionId]);
    const { sessionId, renewal } = await startedWith(await askToken(service, widget.id));
    expect(await idsOf({ sessionIds: [sessionId], renewals: [renewal] }, first)).not.toContain(sessionId);
    directory.person = MAX;
    expect(await idsOf({}, await signedIn())).toEqual([]);
    await fetch(`${service.origin}/api/sessions/${second.sessionId}`, { method: 'DELETE' });
    expect(await idsOf({}, first)).toEqual([first.sessionId]);
  });

  test('gets only one new conversation until that one has a message', async () => {
    await startedWith(await signedIn());
    const [first, second] = [
      await signedIn(widget.id, { fresh: true }),
      await signedIn(widget.id, { fresh: true }),
    ];
    expect(second.sessionId).toBe(first.sessionId);
    await startedWith(first);
    expect((await signedIn(widget.id, { fresh: true })).sessionId).not.toBe(first.sessionId);
  });

  test('has the latest twenty conversations', async () => {
    const tokens = [await signedIn()];
    for (let n = 0; n < 21; n++) {
      const { renewal } = tokens.at(-1) ?? { renewal: '' };
      tokens.push(await startedWith(await askToken(service, widget.id, { renewal, fresh: true })));
    }
    const latest = tokens.slice(-20).map(({ sessionId }) => sessionId);
    expect(await idsOf({}, tokens[0])).toEqual(latest.toReversed());
    const sessionIds = Array.from({ length: 21 }, () => randomUUID());
    expect(await statusAndError(await service.post('/api/conversations', { sessionIds }))).toEqual({
      status: 400,
      error: 'validation-failed',
    });
  });

  test('gives a visitor who has signed in tokens only for their own conversations', async () => {
    const first = await startedWith(await signedIn());
    const second = await startedWith(await signedIn(widget.id, { fresh: true }));
    const back = await askToken(service, widget.id, { ...second, sessionId: first.sessionId });
    expect(back).toMatchObject({ sessionId: first.sessionId, visitor: { name: 'Zoë' } });
    expect((await say(service, back, { message: 'Again' })).message.seq).toBe(3);
    directory.person = MAX;
    const other = await signedIn();
    const anonymous = await startedWith(await askToken(service, widget.id));
    for (const caller of [other, anonymous]) {
      for (const sessionId of [first.sessionId, await started('Plain'), randomUUID()]) {
        const { renewal } = caller;
        const issued = await askToken(service, widget.id, { renewal, sessionId });
        expect(issued.sessionId).toBe(caller.sessionId);
      }
    }
  });

  test('is refused with an expired token, to another site, and beyond the read limit', async () => {
    const token = await startedWith(await askToken(service, widget.id));
    const ask = (at: typeof service, body: object, headers?: Record<string, string>) =>
      at.post('/api/conversations', body, headers).then(statusAndError);
    clock.advance(15 * 60_000);
    expect(await ask(service, {}, withToken(token))).toEqual({ status: 401, error: 'unauthorized' });
    const settings = { RATE_LIMIT_IP_READS_PER_MINUTE: '30', ALLOWED_ORIGINS: SHOP };
    const strict = await startService({ clock, settings });
    try {
      const evil = { origin: 'https://evil.example' };
      expect(await ask(strict, {}, evil)).toEqual({ status: 403, error: 'origin-not-allowed' });
      // Each conversation that is looked for counts.
      const sessionIds = Array.from({ length: 20 }, () => randomUUID());
      expect((await ask(strict, { sessionIds })).status).toBe(200);
      expect(await ask(strict, { sessionIds })).toEqual({ status: 429, error: 'rate-limited' });
    } finally {
      await strict.close();
    }
  });
});
