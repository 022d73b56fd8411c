import { beforeEach, describe, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { changeWidget, storedAboutVisitors, registerWidget } from '../support/clients/registered-widgets.ts';
import { HOSTS, startService } from '../support/service/service.ts';
import { askToken, statusAndError, say } from '../support/clients/visitor.ts';
import { startVisitorDirectory } from '../support/servers/visitor-directory.ts';
import { proofIn, signInFixtures, signInOf, signInWindow } from './support/visitor-sign-in.ts';

const ZOE = { sub: 'zoe|1', name: 'Zoë', email: 'zoe@shop.example', email_verified: true };
const MAX = { sub: 'max|1', name: 'Max', email: 'max@shop.example' };
/** The headers of a browser that opens a page. */
const BROWSER = { accept: 'text/html,*/*;q=0.8' };

describe.each(HOSTS)('signing in with a widget’s own directory on the %s host', (host) => {
  const { clock, service, directory, widget } = signInFixtures(ZOE, host);

  const begin = (widgetId = widget.id) => signInWindow(service).begin(widgetId);
  const comeBack = (address: string, cookie: string) => signInWindow(service).comeBack(address, cookie);
  const signIn = (widgetId = widget.id) => signInWindow(service).signIn(directory, widgetId);

  const proven = (proof: string, more: object = {}) =>
    service.post('/api/widget/token', { widgetId: widget.id, proof, ...more });

  test('redirects to the directory with PKCE, state and nonce, and back to the service', async () => {
    const { address, line } = await begin();
    const { origin, searchParams } = new URL(address);
    expect(origin).toBe(directory.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'chat',
      response_type: 'code',
      redirect_uri: `${service.origin}/api/widget/sign-in/callback`,
      code_challenge_method: 'S256',
    });
    for (const secret of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(secret)?.length).toBeGreaterThanOrEqual(43);
      expect(line).not.toContain(searchParams.get(secret));
    }
    expect(line).toMatch(/; HttpOnly; SameSite=Lax$/);
  });

  test('shows the visitor’s name in the token, and the verified identity to agents and admins', async () => {
    const token = await askToken(service, widget.id, { proof: await signIn() });
    expect(token.visitor).toEqual({ name: 'Zoë', email: 'zoe@shop.example' });
    await say(service, token, { message: 'Hello' });
    expect((await service.session(token.sessionId)).visitor).toEqual({
      subject: 'zoe|1',
      name: 'Zoë',
      email: 'zoe@shop.example',
      emailVerified: true,
    });
    const renewed = await askToken(service, widget.id, { renewal: token.renewal });
    expect(renewed).toMatchObject({ sessionId: token.sessionId, visitor: { name: 'Zoë' } });
  });

  test('marks an e-mail address that the directory has not verified', async () => {
    directory.person = MAX;
    const token = await askToken(service, widget.id, { proof: await signIn() });
    await say(service, token, { message: 'Hello' });
    expect((await service.session(token.sessionId)).visitor).toMatchObject({
      email: 'max@shop.example',
      emailVerified: false,
    });
  });

  test('continues a conversation that began anonymously with the visitor’s name', async () => {
    const before = await askToken(service, widget.id);
    await say(service, before, { message: 'Hello' });
    expect(await service.session(before.sessionId)).not.toHaveProperty('visitor');
    const after = await askToken(service, widget.id, { renewal: before.renewal, proof: await signIn() });
    expect(after.sessionId).toBe(before.sessionId);
    expect((await service.session(before.sessionId)).visitor).toMatchObject({ subject: 'zoe|1' });
  });

  describe('on another device, the conversation', () => {
    const first = freshFixture(async () => askToken(service, widget.id, { proof: await signIn() }));
    beforeEach(async () => {
      await say(service, first, { message: 'Hello' });
    });

    test('is the visitor’s earlier conversation, even if an anonymous conversation has begun there', async () => {
      const other = await askToken(service, widget.id);
      await say(service, other, { message: 'Anybody here?' });
      const there = await askToken(service, widget.id, { renewal: other.renewal, proof: await signIn() });
      expect(there.sessionId).toBe(first.sessionId);
    });

    test('is new if the visitor asks for that, and is continued at later sign-ins', async () => {
      const fresh = await askToken(service, widget.id, { proof: await signIn(), fresh: true });
      expect(fresh.sessionId).not.toBe(first.sessionId);
      const again = await askToken(service, widget.id, { proof: await signIn() });
      expect(again.sessionId).toBe(fresh.sessionId);
      const renewed = await askToken(service, widget.id, { renewal: fresh.renewal, fresh: true });
      expect(renewed.visitor).toEqual({ name: 'Zoë', email: 'zoe@shop.example' });
      expect((await askToken(service, widget.id, { proof: await signIn() })).sessionId).toBe(
        renewed.sessionId,
      );
    });

    test('is different for another visitor, even in the same browser', async () => {
      directory.person = MAX;
      const there = await askToken(service, widget.id, { proof: await signIn() });
      expect(there.sessionId).not.toBe(first.sessionId);
      const here = await askToken(service, widget.id, { renewal: first.renewal, proof: await signIn() });
      expect(here.sessionId).toBe(there.sessionId);
    });

    test('is new after the visitor’s earlier conversation is deleted, of which no record remains', async () => {
      const deleted = await fetch(`${service.origin}/api/sessions/${first.sessionId}`, { method: 'DELETE' });
      expect(deleted.status).toBe(204);
      expect(await storedAboutVisitors(service)).not.toContain(first.sessionId);
      const there = await askToken(service, widget.id, { proof: await signIn() });
      expect(there.sessionId).not.toBe(first.sessionId);
    });

    test('is the visitor’s newest conversation, even after an older one is deleted', async () => {
      const newer = await askToken(service, widget.id, { proof: await signIn(), fresh: true });
      await fetch(`${service.origin}/api/sessions/${first.sessionId}`, { method: 'DELETE' });
      expect((await askToken(service, widget.id, { proof: await signIn() })).sessionId).toBe(newer.sessionId);
    });

    test('cannot be continued with a renewal from before another visitor’s sign-in', async () => {
      const before = await askToken(service, widget.id);
      await say(service, before, { message: 'Hello' });
      const { renewal } = before;
      directory.person = { sub: 'eve|1', name: 'Eve' };
      await askToken(service, widget.id, { renewal, proof: await signIn() });
      directory.person = { sub: 'mallory|1', name: 'Mallory' };
      const there = await askToken(service, widget.id, { renewal, proof: await signIn() });
      expect(there.sessionId).not.toBe(before.sessionId);
      expect((await service.session(before.sessionId)).visitor?.subject).toBe('eve|1');
    });

    test('is new on another widget', async () => {
      const other = await registerWidget(service, { signIn: signInOf(directory) });
      const token = await askToken(service, other.id, { proof: await signIn(other.id) });
      expect(token.sessionId).not.toBe(first.sessionId);
    });
  });

  describe('is refused', () => {
    const REFUSED = { status: 401, error: 'sign-in-required' };

    test('with a proof that is expired, invalid or of another widget', async () => {
      const other = await registerWidget(service, { signIn: signInOf(directory) });
      expect(await statusAndError(await proven(await signIn(other.id)))).toEqual(REFUSED);
      const old = await signIn();
      clock.advance(60_000);
      expect(await statusAndError(await proven(old))).toEqual(REFUSED);
      const { token, renewal } = await askToken(service, widget.id);
      for (const none of [token, renewal, 'x']) {
        expect(await statusAndError(await proven(none))).toEqual(REFUSED);
      }
    });

    test('with a proof that was used before, even concurrently', async () => {
      const proof = await signIn();
      const replies = await Promise.all(Array.from({ length: 8 }, () => proven(proof)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(401)]);
      expect(await statusAndError(await proven(proof))).toEqual(REFUSED);
      const other = await startService({ host, clock, dataDir: service.dataDir });
      try {
        const elsewhere = await other.post('/api/widget/token', { widgetId: widget.id, proof });
        expect(await statusAndError(elsewhere)).toEqual(REFUSED);
      } finally {
        await other.close();
      }
    });

    test('after the widget’s directory was changed, and the visitor is anonymous again', async () => {
      const [proof, used] = [await signIn(), await signIn()];
      const token = await askToken(service, widget.id, { proof: used });
      await changeWidget(service, widget, {
        signIn: { ...signInOf(directory), issuer: 'https://id.example' },
      });
      expect(await statusAndError(await proven(proof))).toEqual(REFUSED);
      expect(await askToken(service, widget.id, { renewal: token.renewal })).not.toHaveProperty('visitor');
    });

    test('if the window returns without its cookie, with a wrong one, twice or too late', async () => {
      const one = await begin();
      const other = await begin();
      const address = await directory.signIn(one.address);
      for (const cookie of ['', other.cookie, 'cw_visitor_sign_in=x']) {
        const { status, page } = await comeBack(address, cookie);
        expect(status).toBe(400);
        expect(proofIn(page)).toBe('');
      }
      expect((await comeBack(address, one.cookie)).status).toBe(200);
      expect((await comeBack(address, one.cookie)).status).toBe(400);
      const late = await begin();
      const back = await directory.signIn(late.address);
      clock.advance(10 * 60_000);
      expect((await comeBack(back, late.cookie)).status).toBe(400);
    });

    test('by the directory, with an explanation on the page', async () => {
      directory.person = undefined;
      const { address, cookie } = await begin();
      const { status, page } = await comeBack(await directory.signIn(address), cookie);
      expect(status).toBe(400);
      expect(page).toContain('Sign-in failed');
    });

    test('if the widget is unknown, disabled or without sign-in, with an explanation', async () => {
      const plain = await registerWidget(service);
      const disabled = await registerWidget(service, { signIn: signInOf(directory), enabled: false });
      const unknown = ['x', '', '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22'];
      for (const [id, status] of [...unknown.map((it) => [it, 404]), [plain.id, 404], [disabled.id, 403]]) {
        const response = await service.get(`/api/widget/sign-in?w=${id}`, BROWSER);
        expect(response.status).toBe(status);
        expect(await response.text()).toContain('Sign-in failed');
      }
    });

    test('by the rate limit, with an explanation and the time to wait', async () => {
      const busy = await startService({ host, settings: { RATE_LIMIT_IP_READS_PER_MINUTE: '1' } });
      try {
        await busy.get('/api/widget/sign-in?w=x');
        const response = await busy.get('/api/widget/sign-in?w=x', BROWSER);
        expect(response.status).toBe(429);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(await response.text()).toContain('Sign-in failed');
      } finally {
        await busy.close();
      }
    });

    test('while the directory is unavailable, with an explanation', async () => {
      const gone = await startVisitorDirectory();
      await gone.close();
      const { id } = await registerWidget(service, { signIn: signInOf(gone) });
      const response = await service.get(`/api/widget/sign-in?w=${id}`);
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('cannot be reached');
    });
  });
});
