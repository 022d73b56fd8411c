import { describe, expect, test } from 'vitest';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { IdentitySecretReply, WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { SHOP_LOGIN, shopLogin, type Claims } from '../support/ports/identity-tokens.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { memoryVault } from './support/memory-vault.ts';
import { connectSocket, openSocket } from '../support/clients/raw-socket.ts';
import { createWidget, storedAboutVisitors, SHOP } from '../support/clients/registered-widgets.ts';
import { startService } from '../support/service/service.ts';
import { askToken, statusAndError, say, withToken, type Token } from '../support/clients/visitor.ts';

const clock = manualClock();
const EDIT = {
  name: 'Shop',
  primaryDomain: 'shop.example',
  allowedOrigins: [SHOP],
  siteLogin: { issuer: SHOP_LOGIN },
};
const MAX = { sub: 'customer-2', name: 'Max', email: 'max@shop.example', email_verified: undefined };

describe('visitors whom the site identifies', () => {
  const vault = memoryVault();
  const service = sharedFixture(() =>
    startService({ clock, vault, settings: { RATE_LIMIT_IP_READS_PER_MINUTE: '100000' } }),
  );

  const createSecret = (id: string, headers = {}) =>
    service.post(`/api/widgets/${id}/identity-secrets`, {}, headers);
  async function newSecret(id: string): Promise<string> {
    const response = await createSecret(id);
    expect(response.status).toBe(200);
    return IdentitySecretReply.parse(await response.json()).secret;
  }
  const widgetOf = async (id: string) =>
    WidgetReply.parse(await (await service.get(`/api/widgets/${id}`)).json()).widget;

  /** A widget of a shop that signs with a secret. */
  async function shop() {
    const id = await createWidget(service, EDIT);
    const secret = await newSecret(id);
    const { bySecret } = shopLogin({ clock, widgetId: id });
    return { id, secret, signed: (about?: Claims) => bySecret(secret, about) };
  }
  const widget = freshFixture(shop);

  const ask = async (more: { renewal?: string; fresh?: boolean } = {}, about?: Claims) =>
    askToken(service, widget.id, { ...more, identity: await widget.signed(about) });
  const tried = async (body: object) =>
    statusAndError(await service.post('/api/widget/token', { widgetId: widget.id, ...body }));
  const REQUIRED = { status: 401, error: 'identity-required' };

  test('are shown to agents and admins with the details that the site has verified', async () => {
    const zoe = await ask();
    expect(zoe.visitor).toEqual({ name: 'Zoë', email: 'zoe@shop.example' });
    await say(service, zoe, { message: 'Hello' });
    expect((await service.session(zoe.sessionId)).visitor).toEqual({
      subject: 'customer-1',
      name: 'Zoë',
      email: 'zoe@shop.example',
      emailVerified: true,
    });
    const max = await ask({}, MAX);
    await say(service, max, { message: 'Hello' });
    expect((await service.session(max.sessionId)).visitor).toMatchObject({ emailVerified: false });
  });

  test('continue their conversation on other devices, and the one that they began anonymously', async () => {
    const before = await askToken(service, widget.id);
    await say(service, before, { message: 'Hello' });
    const named = await ask({ renewal: before.renewal });
    expect(named.sessionId).toBe(before.sessionId);
    expect((await service.session(named.sessionId)).visitor).toMatchObject({ subject: 'customer-1' });
    expect((await ask()).sessionId).toBe(named.sessionId);
    expect((await ask({}, MAX)).sessionId).not.toBe(named.sessionId);
    const fresh = await ask({ renewal: named.renewal, fresh: true });
    expect(fresh.sessionId).not.toBe(named.sessionId);
    expect((await ask()).sessionId).toBe(fresh.sessionId);
  });

  test('send no events to connections from before the identification', async () => {
    const before = await askToken(service, widget.id);
    await say(service, before, { message: 'Hello' });
    const negotiated = async (token: Token) =>
      VisitorNegotiateReply.parse(await (await service.post('/api/negotiate', {}, withToken(token))).json())
        .url;
    const unused = await negotiated(before);
    const listener = await connectSocket(await negotiated(before));
    await listener.next();
    const named = await ask({ renewal: before.renewal });
    expect(named.sessionId).toBe(before.sessionId);
    expect((await listener.closed).code).toBe(1008);
    expect(await openSocket(unused)).toBe(401);
    const theirs = await connectSocket(await negotiated(named));
    expect(await theirs.next()).toMatchObject({ event: 'connected' });
    // A later token of the same person closes nothing.
    await ask({ renewal: named.renewal });
    expect(theirs.socket.readyState).toBe(theirs.socket.OPEN);
    theirs.socket.terminate();
  });

  test('need an identity for each new token, and agents see the details of the latest one', async () => {
    const { renewal, sessionId, ...zoe } = await ask();
    await say(service, { renewal, sessionId, ...zoe }, { message: 'Hello' });
    expect(await tried({ renewal })).toEqual(REQUIRED);
    expect(await tried({ renewal, fresh: true })).toEqual(REQUIRED);
    expect((await ask({ renewal }, { name: 'Zoë Z.' })).sessionId).toBe(sessionId);
    expect((await service.session(sessionId)).visitor).toMatchObject({ name: 'Zoë Z.' });
  });

  test('have the claims that the widget keeps, from the latest token of any device', async () => {
    const edited = (siteLogin: object) =>
      fetch(`${service.origin}/api/widgets/${widget.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...EDIT, siteLogin: { issuer: SHOP_LOGIN, ...siteLogin } }),
      });
    expect((await edited({ claims: ['customer', 'plan'] })).status).toBe(200);
    const zoe = await ask({}, { customer: 'K-7', plan: 'gold', secret: 'x' });
    expect(zoe.visitor).toEqual({ name: 'Zoë', email: 'zoe@shop.example' });
    const said = await say(service, zoe, { message: 'Hello' });
    expect(JSON.stringify(said)).not.toContain('K-7');
    const kept = async () => (await service.session(zoe.sessionId)).visitor;
    expect(await kept()).toMatchObject({ claims: { customer: 'K-7', plan: 'gold' } });
    expect(JSON.stringify(await kept())).not.toContain('secret');
    // The visitor's second device has no renewal.
    expect((await ask({}, { customer: 'K-8' })).sessionId).toBe(zoe.sessionId);
    expect(await kept()).toMatchObject({ claims: { customer: 'K-8' } });
    await ask({ renewal: zoe.renewal });
    expect(await kept()).not.toHaveProperty('claims');
    expect((await edited({ claims: ['sub'] })).status).toBe(400);
    expect((await edited({ claims: ['a', 'a'] })).status).toBe(400);
    expect((await edited({ claims: Array.from({ length: 11 }, (_, i) => `c${i}`) })).status).toBe(400);
  });

  test('are refused if the renewal and the identity belong to different visitors', async () => {
    const { renewal } = await ask();
    expect(await tried({ renewal, identity: await widget.signed(MAX) })).toEqual({
      status: 409,
      error: 'identity-changed',
    });
  });

  test('are refused with the reason if the identity is invalid, and no data is stored', async () => {
    const other = await shop();
    const before = await storedAboutVisitors(service);
    for (const [identity, refusal] of [
      [await widget.signed({ aud: other.id }), 'wrong-audience'],
      [await shopLogin({ clock, widgetId: widget.id }).bySecret(other.secret), 'wrong-signature'],
      [await widget.signed({ exp: 1 }), 'expired'],
      ['x'.repeat(5_000), 'too-long'],
    ] as const) {
      const response = await service.post('/api/widget/token', { widgetId: widget.id, identity });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        error: 'identity-refused',
        refusal,
        explanation: expect.stringMatching(/\w{3,}.*\.$/),
      });
    }
    expect(await storedAboutVisitors(service)).toBe(before);
    const plain = await createWidget(service, {});
    const identity = await widget.signed();
    expect(
      await (await service.post('/api/widget/token', { widgetId: plain, identity })).json(),
    ).toMatchObject({ error: 'identity-refused', refusal: 'not-configured' });
  });

  test('can chat if the widget requires a sign-in, and a sign-in with the site’s issuer cannot be saved', async () => {
    const signIn = { issuer: 'https://id.example', clientId: 'c', required: true };
    const edited = (edit: object) =>
      fetch(`${service.origin}/api/widgets/${widget.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...EDIT, ...edit }),
      });
    expect((await edited({ signIn })).status).toBe(200);
    await say(service, await ask(), { message: 'Hello' });
    expect(await tried({})).toEqual({ status: 401, error: 'sign-in-required' });
    expect((await edited({ signIn: { ...signIn, issuer: SHOP_LOGIN } })).status).toBe(400);
    expect((await edited({ siteLogin: { issuer: 'x', keySetUrl: 'https://127.0.0.1/keys' } })).status).toBe(
      400,
    );
  });

  describe('with identity secrets', () => {
    test('are accepted with the current and the previous secret until these are removed', async () => {
      const { bySecret } = shopLogin({ clock, widgetId: widget.id });
      const second = await newSecret(widget.id);
      for (const secret of [widget.secret, second]) {
        await askToken(service, widget.id, { identity: await bySecret(secret) });
      }
      const [current, previous] = (await widgetOf(widget.id)).identitySecrets ?? [];
      const remove = (secretId = '') =>
        fetch(`${service.origin}/api/widgets/${widget.id}/identity-secrets/${secretId}`, {
          method: 'DELETE',
        });
      expect((await remove(previous?.id)).status).toBe(200);
      expect((await remove(previous?.id)).status).toBe(404);
      expect(await tried({ identity: await bySecret(widget.secret) })).toMatchObject({ status: 401 });
      await askToken(service, widget.id, { identity: await bySecret(second) });
      const third = await newSecret(widget.id);
      await newSecret(widget.id);
      expect(await tried({ identity: await bySecret(second) })).toMatchObject({ status: 401 });
      await askToken(service, widget.id, { identity: await bySecret(third) });
      expect((await remove(current?.id)).status).toBe(404);
    });

    test('have secrets that are stored only in the vault, shown once, and deleted with the widget', async () => {
      const shown = JSON.stringify(await widgetOf(widget.id));
      expect(shown).not.toContain(widget.secret);
      expect(vault.readable()).toContain(widget.secret);
      await fetch(`${service.origin}/api/widgets/${widget.id}`, { method: 'DELETE' });
      await expect.poll(vault.readable).not.toContain(widget.secret);
    });

    test('are refused with a secret that is missing in the vault, even if the widget still refers to it', async () => {
      const [secret] = (await widgetOf(widget.id)).identitySecrets ?? [];
      const name = [...vault.secrets.keys()].find((it) => it.includes(secret?.id ?? '-')) ?? '';
      const { bySecret } = shopLogin({ clock, widgetId: widget.id });
      vault.secrets.delete(name);
      expect(await tried({ identity: await bySecret(widget.secret) })).toMatchObject({
        status: 401,
        error: 'identity-refused',
      });
      vault.secrets.set(name, [widget.secret]);
      await ask();
    });

    test('keep their secret if two admins create one concurrently, and a widget without a site login has none', async () => {
      const etag = (await widgetOf(widget.id)).etag;
      const both = await Promise.all([1, 2].map(() => createSecret(widget.id, { 'if-match': etag })));
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      await ask();
      const plain = await createWidget(service, {});
      expect(await statusAndError(await createSecret(plain))).toEqual({
        status: 409,
        error: 'identity-not-configured',
      });
    });

    test('keep their secrets after an edit of the widget, and lose them with the site login', async () => {
      const put = (edit: object) =>
        fetch(`${service.origin}/api/widgets/${widget.id}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(edit),
        });
      await put({ ...EDIT, name: 'Shop of oak' });
      const { renewal } = await ask();
      await put({ ...EDIT, siteLogin: undefined });
      await expect.poll(vault.readable).not.toContain(widget.secret);
      expect(await askToken(service, widget.id, { renewal })).not.toHaveProperty('visitor');
    });

    test('can chat while the vault is unavailable, and an identity that needs an unread secret gets 503', async () => {
      const zoe = await ask();
      vault.mood = 'down';
      await say(service, zoe, { message: 'Hello' });
      await ask();
      const other = await startService({ clock, vault, dataDir: service.dataDir });
      try {
        const body = { widgetId: widget.id, identity: await widget.signed() };
        const answer = await other.post('/api/widget/token', body);
        expect(await statusAndError(answer)).toEqual({ status: 503, error: 'vault-unavailable' });
      } finally {
        vault.mood = 'well';
        await other.close();
      }
    });
  });
});
