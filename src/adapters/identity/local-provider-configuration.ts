import type { JWK } from 'jose';
import {
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
} from 'oidc-provider';
import type { Clock, Random } from '../../ports.ts';
import { localAgent } from './local-agents.ts';
import { messagePage, signOutPage } from './local-sign-in-page.tsx';

/** LRU size. One developer's machine has few sign-ins; older records are dropped. */
const MAX_RECORDS = 1000;

/**
 * Stores the provider's sessions, codes and tokens in memory. The provider checks `exp` whenever it reads a
 * record.
 */
export function memoryAdapter(): AdapterFactory {
  const records = new Map<string, AdapterPayload>();

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const matching = (test: (payload: AdapterPayload) => boolean) =>
      records.entries().filter(([key, payload]) => key.startsWith(keyOf('')) && test(payload));
    const first = (test: (payload: AdapterPayload) => boolean) =>
      Promise.resolve(matching(test).next().value?.[1]);

    return {
      upsert(id, payload) {
        // LRU: deleting before setting moves a record to the end, so that the oldest is evicted first.
        records.delete(keyOf(id));
        records.set(keyOf(id), payload);
        const oldest = records.keys().next();
        if (records.size > MAX_RECORDS && !oldest.done) records.delete(oldest.value);
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(records.get(keyOf(id))),
      findByUid: (uid) => first((payload) => payload.uid === uid),
      findByUserCode: (userCode) => first((payload) => payload.userCode === userCode),
      consume(id) {
        const payload = records.get(keyOf(id));
        if (payload) records.set(keyOf(id), { ...payload, consumed: true });
        return Promise.resolve();
      },
      destroy(id) {
        records.delete(keyOf(id));
        return Promise.resolve();
      },
      revokeByGrantId(grantId) {
        for (const [key] of matching((payload) => payload.grantId === grantId)) records.delete(key);
        return Promise.resolve();
      },
    };
  };
}

/** The tenant and the application that the local provider imitates. */
export const LOCAL_TENANT_ID = '10ca1000-0000-4000-8000-000000007e4a';
export const LOCAL_CLIENT_ID = '10ca1000-0000-4000-8000-0000000000c1';

export const AUTHORIZATION_PATH = `/${LOCAL_TENANT_ID}/oauth2/v2.0/authorize`;

const SCOPE = 'access_as_user';
const API = `api://${LOCAL_CLIENT_ID}`;
/** Clients may request the application's scope without a prefix, or with either name of the application. */
const SCOPES = [SCOPE, `${API}/${SCOPE}`, `${LOCAL_CLIENT_ID}/${SCOPE}`];
const TOKEN_SECONDS = 3600;
const SESSION_SECONDS = 12 * 3600;
/** Loopback redirect URIs are compared only by path; any port is accepted (RFC 8252 §7.3). */
const LOOPBACK_ORIGINS = ['http://localhost', 'http://127.0.0.1'];

interface ProviderSetup {
  signingKey: JWK;
  /** The accepted paths of redirect URIs on this machine. */
  redirectPaths: readonly string[];
  clock: Clock;
  random: Random;
}

/**
 * Configures the provider like a tenant of Microsoft Entra ID: the same paths, and RS256 access tokens with
 * the same claims. One public client signs in with an authorization code and PKCE. Times in access tokens
 * come from the `Clock` port, which the local host can move.
 */
export function providerConfiguration({
  signingKey,
  redirectPaths,
  clock,
  random,
}: ProviderSetup): Configuration {
  const redirects = LOOPBACK_ORIGINS.flatMap((origin) => redirectPaths.map((path) => origin + path));
  return {
    adapter: memoryAdapter(),
    jwks: { keys: [signingKey] },
    clients: [
      {
        client_id: LOCAL_CLIENT_ID,
        client_name: 'Chat agent desk',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: redirects,
        post_logout_redirect_uris: redirects,
      },
    ],
    routes: {
      authorization: AUTHORIZATION_PATH,
      token: `/${LOCAL_TENANT_ID}/oauth2/v2.0/token`,
      jwks: `/${LOCAL_TENANT_ID}/discovery/v2.0/keys`,
      end_session: `/${LOCAL_TENANT_ID}/oauth2/v2.0/logout`,
    },
    cookies: { keys: [Buffer.from(random.bytes(32)).toString('hex')] },
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: {
      openid: ['sub', 'oid', 'tid'],
      profile: ['name', 'preferred_username'],
      email: ['email'],
    },
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => isLoopback(origin),
    ttl: {
      AccessToken: TOKEN_SECONDS,
      AuthorizationCode: 60,
      IdToken: TOKEN_SECONDS,
      Interaction: SESSION_SECONDS,
      RefreshToken: SESSION_SECONDS,
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
    },
    issueRefreshToken: () => true,
    interactions: { policy: signInPolicy(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc: { provider, client, session } }) {
      const { Grant } = provider;
      const grantId = client && session?.grantIdFor(client.clientId);
      const existing = grantId === undefined ? undefined : await Grant.find(grantId);
      if (existing || !client || session?.accountId === undefined) return existing;
      // Grants consent automatically, because the desk belongs to the business.
      const grant = new Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid offline_access profile email');
      grant.addResourceScope(API, SCOPES.join(' '));
      await grant.save();
      return grant;
    },
    findAccount(_ctx, oid) {
      const agent = localAgent(oid);
      if (!agent) return undefined;
      const { name, username } = agent;
      const claims = {
        sub: oid,
        oid,
        tid: LOCAL_TENANT_ID,
        name,
        preferred_username: username,
        email: username,
      };
      return { accountId: oid, claims: () => Promise.resolve(claims) };
    },
    formats: {
      customizers: {
        jwt(_ctx, token, { payload }) {
          const agent = 'accountId' in token ? localAgent(token.accountId) : undefined;
          const scopes = (token.scope ?? '')
            .split(' ')
            .map((scope) => (SCOPES.includes(scope) ? SCOPE : scope));
          const issuedAt = Math.floor(clock.now() / 1000);
          Object.assign(payload, {
            iat: issuedAt,
            nbf: issuedAt,
            exp: issuedAt + TOKEN_SECONDS,
            ver: '2.0',
            tid: LOCAL_TENANT_ID,
            oid: agent?.oid,
            name: agent?.name,
            preferred_username: agent?.username,
            // Sent as app roles, which widgets can refer to.
            roles: agent && [agent.role],
            scp: scopes.join(' '),
            scope: undefined,
          });
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES.join(' '),
          audience: LOCAL_CLIENT_ID,
          accessTokenFormat: 'jwt',
          accessTokenTTL: TOKEN_SECONDS,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => void (ctx.body = signOutPage(form)),
        postLogoutSuccessSource: (ctx) =>
          void (ctx.body = messagePage('Signed out', 'You can close this page.')),
      },
    },
    renderError(ctx, { error, error_description: description }) {
      ctx.type = 'html';
      ctx.body = messagePage('That sign-in did not work', [error, description].filter(Boolean).join(': '));
    },
  };
}

/**
 * The default policy without the consent prompt for native applications, because the desk belongs to the
 * business.
 */
function signInPolicy() {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  return policy;
}

function isLoopback(origin: string): boolean {
  return LOOPBACK_ORIGINS.some((allowed) => origin === allowed || origin.startsWith(`${allowed}:`));
}
