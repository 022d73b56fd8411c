import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { memoryAdapter } from '../../../src/adapters/identity/local-provider-configuration.ts';
import { closeServer, listen } from './listen.ts';

/** A person in a directory. */
export interface Person {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}

export interface RunningDirectory {
  issuer: string;
  clientId: string;
  /** The person who signs in next, without a prompt; undefined refuses. */
  person: Person | undefined;
  /**
   * Signs a browser in at the URL to which the service sent it. Returns the URL to which the provider
   * redirects it.
   */
  signIn(address: string): Promise<string>;
  close(): Promise<void>;
}

const CALLBACK = '/api/widget/sign-in/callback';

/** An OpenID provider for visitors on a free port, in which the configured person is signed in. */
export async function startVisitorDirectory(): Promise<RunningDirectory> {
  const server = createServer();
  const issuer = await listen(server);
  const people = new Map<string, Person>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider: Provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'a', alg: 'RS256', use: 'sig' }] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    clients: [
      {
        client_id: 'chat',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code'],
        redirect_uris: ['http://127.0.0.1', 'http://localhost'].map((origin) => origin + CALLBACK),
      },
    ],
    cookies: { keys: ['of a test'] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount(_context, sub) {
      return { accountId: sub, claims: () => ({ sub, ...people.get(sub) }) };
    },
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({
        accountId: session?.accountId ?? '',
        clientId: client?.clientId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const speak = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void speak(request, response);
    const { person } = directory;
    if (person) people.set(person.sub, person);
    const result = person
      ? { login: { accountId: person.sub, remember: false }, consent: {} }
      : { error: 'access_denied', error_description: 'Not this time.' };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });

  const directory: RunningDirectory = {
    issuer,
    clientId: 'chat',
    person: { sub: 'somebody' },
    async signIn(address) {
      const cookies = new Map<string, string>();
      let next = address;
      while (next.startsWith(issuer)) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=', 2);
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`The directory answered ${response.status} at ${next}.`);
        next = new URL(location, next).href;
      }
      return next;
    },
    close: () => closeServer(server),
  };
  return directory;
}
