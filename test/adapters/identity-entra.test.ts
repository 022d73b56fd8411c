import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entraIdentity } from '../../src/adapters/identity/entra.ts';
import { unconfiguredIdentity } from '../../src/adapters/identity/local.ts';
import { agentIdentityContract } from '../contracts/agent-identity.contract.ts';
import { startTokenIssuer, type TokenIssuer } from '../support/servers/agent-tokens.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const HOSTS = ['chat.example.com', 'localhost:7071'];

agentIdentityContract('Microsoft Entra ID', async () => {
  const clock = manualClock();
  const issuer = await startTokenIssuer(clock);
  return {
    identity: entraIdentity({ ...issuer, hosts: HOSTS, clock }),
    signIn: async () => ({
      token: await issuer.token({
        ...{ upn: 'mia.berg@example.com', email: 'mia@example.com' },
        ...{ groups: ['6f9619ff-8b86-d011-b42d-00cf4fc964ff'], roles: ['Sales'] },
      }),
      agent: {
        oid: 'c0ffee00-0000-4000-8000-000000000001',
        upn: 'mia.berg@example.com',
        email: 'mia@example.com',
        tenantId: issuer.tenantId,
        name: 'Mia Berg',
        memberships: ['6f9619ff-8b86-d011-b42d-00cf4fc964ff', 'Sales'],
      },
    }),
    close: () => issuer.close(),
  };
});

describe('An agent token of Microsoft Entra ID', () => {
  const clock = freshFixture(() => manualClock());
  const issuer = freshFixture(() => startTokenIssuer(clock));
  const identity = freshFixture(() => entraIdentity({ ...issuer, hosts: HOSTS, clock }));

  const verify = async (...args: Parameters<TokenIssuer['token']>) =>
    identity.verify(await issuer.token(...args));
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  it('can be issued by the v1 endpoint', async () => {
    const claims = { iss: `https://sts.windows.net/${issuer.tenantId}/`, aud: `api://${issuer.clientId}` };
    await expect(verify(claims)).resolves.toMatchObject({ name: 'Mia Berg' });
  });

  it('can have the application ID URI with a domain as its audience, as Teams requires it', async () => {
    for (const host of HOSTS) {
      const aud = `api://${host}/${issuer.clientId}`;
      await expect(verify({ aud })).resolves.toMatchObject({ name: 'Mia Berg' });
    }
  });

  it.each<[string, Record<string, unknown>, string[], boolean]>([
    ['too many groups to list', { _claim_names: { groups: 'src1' } }, [], true],
    ['too many groups to list, in the implicit flow', { hasgroups: true }, [], true],
    ['too many groups, and an app role', { hasgroups: 'true', roles: ['Sales'] }, ['Sales'], true],
    ['claims of another source', { _claim_names: { age: 'src1' } }, [], false],
    ['groups and roles in another format', { groups: 'Sales', roles: [7] }, [], false],
    ['overage claims in another format', { hasgroups: 'false', _claim_names: 'none' }, [], false],
  ])('is valid with %s', async (_what, claims, memberships, isOverage) => {
    const agent = await verify(claims);
    expect(agent.memberships).toEqual(memberships);
    expect(agent.groupsLeftOut ?? false).toBe(isOverage);
  });

  it('can have further scopes', async () => {
    await expect(verify({ scp: 'profile access_as_user' })).resolves.toMatchObject({ name: 'Mia Berg' });
  });

  it('is accepted if the settings write the client and tenant ids in upper case', async () => {
    const shouting = { clientId: issuer.clientId.toUpperCase(), tenantId: issuer.tenantId.toUpperCase() };
    const other = entraIdentity({ ...shouting, authority: issuer.authority, hosts: [], clock });
    await expect(other.verify(await issuer.token())).resolves.toMatchObject({ tenantId: issuer.tenantId });
  });

  it.each([
    [
      { upn: 'u@x', email: 'e@x' },
      { upn: 'u@x', email: 'e@x', name: 'Mia Berg' },
    ],
    [{}, { upn: 'mia@example.com', email: 'mia@example.com', name: 'Mia Berg' }],
    [{ name: undefined }, { upn: 'mia@example.com', email: 'mia@example.com', name: 'mia@example.com' }],
    [
      { name: undefined, preferred_username: undefined },
      { upn: '', email: '', name: '' },
    ],
  ])('with %o is normalized to %o', async (claims, expected) => {
    await expect(verify(claims)).resolves.toEqual({
      oid: 'c0ffee00-0000-4000-8000-000000000001',
      tenantId: issuer.tenantId,
      memberships: [],
      ...expected,
    });
  });

  it('is accepted up to a minute after it expires and a minute before it is valid', async () => {
    await expect(verify({ exp: nowSeconds() - 59 })).resolves.toBeDefined();
    await expect(verify({ nbf: nowSeconds() + 60 })).resolves.toBeDefined();
    expect(await refusal(verify({ exp: nowSeconds() - 60 }))).toBe('unauthorized');
    expect(await refusal(verify({ nbf: nowSeconds() + 61 }))).toBe('unauthorized');
  });

  it.each<[string, () => Record<string, unknown>]>([
    ['of another tenant', () => ({ tid: randomUUID() })],
    ['without a tenant', () => ({ tid: undefined })],
    ['of another issuer', () => ({ iss: `https://evil.example/${issuer.tenantId}/v2.0` })],
    ["of another tenant's issuer", () => ({ iss: `${issuer.authority}/${randomUUID()}/v2.0` })],
    ['without an issuer', () => ({ iss: undefined })],
    ['for another application', () => ({ aud: randomUUID() })],
    ['for an application whose id only ends the same', () => ({ aud: `api://x${issuer.clientId}` })],
    ['for the application under another scheme', () => ({ aud: `https://x/${issuer.clientId}` })],
    ['for the application under an unknown host', () => ({ aud: `api://evil.example/${issuer.clientId}` })],
    [
      'for a path of a known host that only ends the same',
      () => ({ aud: `api://chat.example.com/x/${issuer.clientId}` }),
    ],
    ['for several audiences', () => ({ aud: [issuer.clientId, randomUUID()] })],
    ['without an audience', () => ({ aud: undefined })],
    ['without an oid', () => ({ oid: undefined })],
    ['with an empty oid', () => ({ oid: '' })],
    ['with an oid that is not text', () => ({ oid: 7 })],
    ['without a scope', () => ({ scp: undefined })],
    [
      'of an application, with a role instead of a scope',
      () => ({ scp: undefined, roles: ['access_as_user'] }),
    ],
    ['with another scope', () => ({ scp: 'User.Read access_as_user2' })],
    ['with a name that is not text', () => ({ name: { first: 'Mia' } })],
    ['that never expires', () => ({ exp: undefined })],
    ['whose expiry is not a number', () => ({ exp: 'tomorrow' })],
  ])('is refused if it is a token %s', async (_what, claims) => {
    expect(await refusal(verify(claims()))).toBe('unauthorized');
  });

  it.each<[string, Record<string, unknown>]>([
    ['without a key id', { kid: undefined }],
    ['with the id of a key for encryption', { kid: 'for-encryption' }],
    ['with the id of a key that is too short', { kid: 'too-short' }],
    ['with the id of a key of another kind', { kid: 'other-kind' }],
  ])('is refused if it is a token %s', async (_what, header) => {
    expect(await refusal(verify({}, header))).toBe('unauthorized');
  });

  it('is refused when it is signed with the public key as a shared secret', async () => {
    const [header = '', payload = ''] = (await issuer.token()).split('.');
    const { kid }: { kid: unknown } = Object.assign({ kid: '' }, JSON.parse(decoded(header)));
    const confused = `${encoded({ alg: 'HS256', typ: 'JWT', kid })}.${payload}`;
    const signature = createHmac('sha256', await issuer.publicKey())
      .update(confused)
      .digest('base64url');
    expect(await refusal(identity.verify(`${confused}.${signature}`))).toBe('unauthorized');
    expect(issuer.requests).toBe(0);
  });

  it('is refused if it is longer than any token of the provider', async () => {
    expect(await refusal(verify({ groups: Array.from({ length: 500 }, () => randomUUID()) }))).toBe(
      'unauthorized',
    );
  });

  it('is refused if it is signed with the key of another issuer', async () => {
    const untrusted = await startTokenIssuer(clock);
    const token = await untrusted.token({
      iss: `${issuer.authority}/${issuer.tenantId}/v2.0`,
      aud: issuer.clientId,
      tid: issuer.tenantId,
    });
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
    await untrusted.close();
  });

  it('is refused without a request to the provider if it is arbitrary text', async () => {
    await verify();
    const anything = fc.oneof(
      fc.string(),
      fc.array(fc.base64String(), { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.')),
      fc.tuple(fc.object(), fc.jsonValue()).map(([head, body]) => `${encoded(head)}.${encoded(body)}.AAAA`),
      fc.jsonValue().map((body) => `${encoded({ alg: 'RS256', kid: 'x' })}.${encoded(body)}.AAAA`),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (token) => {
        expect(await refusal(identity.verify(token))).toBe('unauthorized');
      }),
      { numRuns: 500 },
    );
  });
});

describe('Without an identity provider', () => {
  it('every agent token is refused', async () => {
    expect(await refusal(unconfiguredIdentity().agentIdentity.verify('any'))).toBe('unauthorized');
  });
});

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}
