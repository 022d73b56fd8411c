import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { errors } from 'oidc-provider';
import type { Clock, Random } from '../../ports.ts';
import { localAgent } from './local-agents.ts';
import {
  AUTHORIZATION_PATH,
  LOCAL_CLIENT_ID,
  LOCAL_TENANT_ID,
  providerConfiguration,
} from './local-provider-configuration.ts';
import { messagePage, signInPage } from './local-sign-in-page.tsx';

export interface LocalProviderOptions {
  /** The port to listen on; 0 for any free port. */
  port: number;
  /** The paths accepted in redirect URIs on this machine, with any port, for example `/api/collab-tab`. */
  redirectPaths: readonly string[];
  clock: Clock;
  random: Random;
}

/** A running identity provider, with the values of the `IDP_*` settings. */
export interface LocalProvider {
  authority: string;
  tenantId: string;
  clientId: string;
  close(): Promise<void>;
}

const INTERACTION = /^\/interaction\/[\w-]+$/;

/**
 * An OpenID provider with example agents, for development. It listens on the loopback interface. The signing
 * key is generated at each start, so a restart signs all agents out. Its tokens validate like those of
 * Microsoft Entra ID. Rejects with the system's error if the port is taken.
 */
export async function localIdentityProvider({
  port,
  redirectPaths,
  clock,
  random,
}: LocalProviderOptions): Promise<LocalProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: random.uuid(), alg: 'RS256', use: 'sig' };

  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  const authority = `http://${host}`;
  const issuer = `${authority}/${LOCAL_TENANT_ID}/v2.0`;
  const provider = new Provider(issuer, providerConfiguration({ signingKey, redirectPaths, clock, random }));
  const speakProtocol = provider.callback();

  server.on('request', (request, response) => {
    // Refuses other host names as a defense against DNS rebinding.
    if (request.headers.host !== host) return void response.writeHead(421).end();
    setSecurityHeaders(response);
    if (INTERACTION.test(request.url ?? '')) return void handleInteraction(provider, request, response);
    request.url = normalizeRequestUrl(request.url ?? '/');
    return void speakProtocol(request, response);
  });

  return {
    authority,
    tenantId: LOCAL_TENANT_ID,
    clientId: LOCAL_CLIENT_ID,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Rewrites two requests of Microsoft's libraries. They fetch the discovery document below the issuer. They
 * also ask for `offline_access` without `prompt=consent`, which OpenID Connect Core §11 requires. The added
 * prompt also lets the developer choose another agent at each sign-in.
 */
function normalizeRequestUrl(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (path !== AUTHORIZATION_PATH || parameters.get('prompt') === 'none') {
    return url.replace(`/${LOCAL_TENANT_ID}/v2.0/.well-known/`, '/.well-known/');
  }
  parameters.set('prompt', 'consent');
  return `${path}?${parameters}`;
}

/** Shows the agents, and handles the choice. */
async function handleInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { uid } = await provider.interactionDetails(request, response);
    const choice = request.method === 'POST' ? new URLSearchParams(await text(request)).get('agent') : null;
    const agent = choice === null ? undefined : localAgent(choice);
    if (!agent) {
      sendPage(response, 200, signInPage(`/interaction/${uid}`));
      return;
    }
    const result = { login: { accountId: agent.oid }, consent: {} };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  } catch (error) {
    const isOver = error instanceof errors.SessionNotFound;
    const title = isOver ? 'This sign-in is over' : 'That sign-in did not work';
    sendPage(
      response,
      isOver ? 400 : 500,
      messagePage(title, 'Go back to the agent desk and sign in again.'),
    );
  }
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}

/**
 * Content security policy: pages load nothing and cannot be framed. The provider adds the hash of its inline
 * script, which submits a form.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'none'",
].join('; ');

function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}
