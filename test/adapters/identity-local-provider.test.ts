import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { entraIdentity } from '../../src/adapters/identity/entra.ts';
import { LOCAL_AGENTS } from '../../src/adapters/identity/local-agents.ts';
import { localIdentityProvider, type LocalProvider } from '../../src/adapters/identity/local-provider.ts';
import { agentIdentityContract } from '../contracts/agent-identity.contract.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { browser, discover, redeem } from '../support/clients/sign-in.ts';

const redirectUri = 'http://localhost:7071/api/collab-tab';

function start(clock: ManualClock): Promise<LocalProvider> {
  return localIdentityProvider({ port: 0, redirectPaths: ['/api/collab-tab'], clock, random: realRandom });
}

agentIdentityContract('The local identity provider', async () => {
  const clock = manualClock();
  const provider = await start(clock);
  return {
    identity: entraIdentity({ ...provider, hosts: [], clock }),
    async signIn() {
      const { access_token: token } = await browser(provider).signIn({ redirectUri, agent: 'Mia Berg' });
      const upn = 'mia.berg@business.example';
      const oid = LOCAL_AGENTS.find(({ name }) => name === 'Mia Berg')?.oid ?? '';
      const memberships = ['Customer support'];
      return {
        token,
        agent: { oid, upn, email: upn, tenantId: provider.tenantId, name: 'Mia Berg', memberships },
      };
    },
    close: () => provider.close(),
  };
});

describe('The local identity provider', () => {
  const clock = freshFixture(() => manualClock());
  const provider = freshFixture(() => start(clock));
  const identity = freshFixture(() => entraIdentity({ ...provider, hosts: [], clock }));

  it('publishes its endpoints as a tenant of Microsoft Entra ID does', async () => {
    const base = `${provider.authority}/${provider.tenantId}`;
    expect(await discover(provider)).toEqual({
      issuer: `${base}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
    });
  });

  it.each(LOCAL_AGENTS)('signs in $name', async ({ oid, name, username }) => {
    const { access_token: token } = await browser(provider).signIn({ redirectUri, agent: name });
    expect(await identity.verify(token)).toMatchObject({ oid, name, upn: username });
  });

  it('issues tokens by the clock of the local host, which can be moved', async () => {
    clock.advance(400 * 24 * 3_600_000);
    const { access_token: token } = await browser(provider).signIn({ redirectUri, agent: 'Lee Okafor' });
    expect(await identity.verify(token)).toMatchObject({ name: 'Lee Okafor' });
    clock.advance(3_600_000 + 60_000);
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
  });

  it('issues a token without access if the scope is missing', async () => {
    const { access_token: token } = await browser(provider).signIn({
      redirectUri,
      agent: 'Ana Souza',
      scope: 'openid profile',
    });
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
  });

  it('issues an id token with the name of the agent, which gives no access', async () => {
    const { id_token: idToken = '' } = await browser(provider).signIn({ redirectUri, agent: 'Jonas Keller' });
    expect(decodeJwt(idToken)).toMatchObject({
      name: 'Jonas Keller',
      preferred_username: 'jonas.keller@business.example',
      tid: provider.tenantId,
    });
    expect(await refusal(identity.verify(idToken))).toBe('unauthorized');
  });

  it('renews a token without a new sign-in', async () => {
    const { refresh_token = '' } = await browser(provider).signIn({ redirectUri, agent: 'Priya Nair' });
    const { token_endpoint } = await discover(provider);
    const scope = `openid profile offline_access api://${provider.clientId}/access_as_user`;
    const form = { grant_type: 'refresh_token', client_id: provider.clientId, refresh_token, scope };
    const { access_token: token } = await redeem(token_endpoint, form);
    expect(await identity.verify(token)).toMatchObject({ name: 'Priya Nair' });
    await expect(redeem(token_endpoint, form)).rejects.toThrow('invalid_grant');
  });

  it('refuses a silent sign-in', async () => {
    const silently = browser(provider).signIn({ redirectUri, agent: '', parameters: { prompt: 'none' } });
    await expect(silently).rejects.toThrow('login_required');
  });

  it.each([
    'https://evil.example/api/collab-tab',
    'http://localhost.evil.example:7071/api/collab-tab',
    'http://localhost:7071/somewhere',
  ])('redirects only to the desk, not to %s', async (elsewhere) => {
    await expect(browser(provider).signIn({ redirectUri: elsewhere, agent: 'Mia Berg' })).rejects.toThrow(
      'redirect_uri',
    );
  });

  it('requires PKCE', async () => {
    const { authorization_endpoint } = await discover(provider);
    const query = {
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
    };
    const answer = await browser(provider).visit(`${authorization_endpoint}?${new URLSearchParams(query)}`);
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  it('allows only pages of this machine to exchange a code', async () => {
    const { token_endpoint } = await discover(provider);
    const preflight = await fetch(token_endpoint, {
      method: 'OPTIONS',
      headers: { origin: 'http://127.0.0.1:7071', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:7071');
    const form = { grant_type: 'refresh_token', client_id: provider.clientId, refresh_token: 'x' };
    await expect(redeem(token_endpoint, form, 'https://evil.example')).rejects.toThrow('not allowed');
  });

  it('redeems a code once within a minute, with its verifier and redirect URI', async () => {
    const { authorization_endpoint, token_endpoint } = await discover(provider);
    const verifier = 'v'.repeat(43);
    async function formWithCode(): Promise<Record<string, string>> {
      const query = new URLSearchParams({
        client_id: provider.clientId,
        response_type: 'code',
        response_mode: 'fragment',
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'state',
      });
      const agent = LOCAL_AGENTS[0]?.oid ?? '';
      const chosen = await fetch(`${authorization_endpoint}?${query}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ agent }),
      });
      const fragment = new URL(chosen.headers.get('location') ?? '').hash.slice(1);
      const answer = Object.fromEntries(new URLSearchParams(fragment));
      expect(answer).toMatchObject({ state: 'state' });
      return {
        grant_type: 'authorization_code',
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        code: answer['code'] ?? '',
        code_verifier: verifier,
      };
    }
    const form = await formWithCode();
    expect(await redeem(token_endpoint, form)).toMatchObject({ expires_in: 3600 });
    await expect(redeem(token_endpoint, form)).rejects.toThrow('invalid_grant');
    for (const wrong of [
      { code_verifier: 'w'.repeat(43) },
      { redirect_uri: 'http://localhost:7072/api/collab-tab' },
      { client_id: 'another' },
    ]) {
      const refused = redeem(token_endpoint, { ...(await formWithCode()), ...wrong });
      await expect(refused).rejects.toThrow('invalid_grant');
    }
    const late = await formWithCode();
    clock.advance(60_000);
    await expect(redeem(token_endpoint, late)).rejects.toThrow('invalid_grant');
  });

  it('answers only under its host name', async () => {
    const { host } = new URL(provider.authority);
    const port = host.split(':')[1] ?? '';
    const answer = await fetch(`http://localhost:${port}/${provider.tenantId}/discovery/v2.0/keys`);
    expect(answer.status).toBe(421);
  });

  it('publishes only the public part of its key', async () => {
    const { jwks_uri } = await discover(provider);
    expect(await (await fetch(jwks_uri)).text()).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });

  it('logs nothing to the console', async () => {
    const writing = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
    const quiet = await start(clock);
    await browser(quiet).signIn({ redirectUri, agent: 'Mia Berg' });
    await quiet.close();
    for (const written of writing) expect(written).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
