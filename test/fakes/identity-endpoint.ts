import { createServer } from 'node:http';
import { closeServer, listen } from '../support/servers/listen.ts';

/** The identity endpoint of an App Service worker, for one test. */
export interface IdentityEndpoint {
  /** The variables that the platform gives the worker. */
  environment: { IDENTITY_ENDPOINT: string; IDENTITY_HEADER: string };
  /** The resources for which tokens were given, in order. */
  resources: string[];
  /** How long the next tokens are good, in seconds. */
  lifetimeSeconds: number;
  /** Every request is answered with this status, until it is undefined again. */
  failing: number | undefined;
  /** How many of the next requests are never answered. */
  hanging: number;
  /** How many requests were left without an answer, and how many of those the client has dropped. */
  hung: { taken: number; dropped: number };
  close(): Promise<void>;
}

/**
 * Serves tokens as the platform does to a managed identity (`api-version=2019-08-01`); `tokenFor` names each.
 */
export async function startIdentityEndpoint(
  tokenFor: (resource: string, count: number) => string | Promise<string>,
): Promise<IdentityEndpoint> {
  const header = 'header-of-the-identity';
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', endpoint.environment.IDENTITY_ENDPOINT);
    const resource = searchParams.get('resource');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers['x-identity-header'] !== header) return send(401, { message: 'refused' });
    if (searchParams.get('api-version') !== '2019-08-01' || resource === null) {
      return send(400, { message: 'refused' });
    }
    if (endpoint.hanging > 0) {
      endpoint.hanging--;
      endpoint.hung.taken++;
      return void response.on('close', () => endpoint.hung.dropped++);
    }
    if (endpoint.failing !== undefined) return send(endpoint.failing, { message: 'failing' });
    endpoint.resources.push(resource);
    return void Promise.resolve(tokenFor(resource, endpoint.resources.length)).then((access_token) =>
      send(200, {
        access_token,
        expires_on: String(Math.floor(Date.now() / 1000) + endpoint.lifetimeSeconds),
        resource,
        token_type: 'Bearer',
        client_id: '00000000-0000-4000-8000-000000000000',
      }),
    );
  });
  const origin = await listen(server);
  const endpoint: IdentityEndpoint = {
    environment: { IDENTITY_ENDPOINT: `${origin}/msi/token`, IDENTITY_HEADER: header },
    resources: [],
    lifetimeSeconds: 86_400,
    failing: undefined,
    hanging: 0,
    hung: { taken: 0, dropped: 0 },
    close: () => closeServer(server),
  };
  return endpoint;
}
