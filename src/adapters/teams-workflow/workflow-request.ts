import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** How a host name becomes a connection; a test leads it to its own server. */
export interface WorkflowNetwork {
  /** The addresses of a name, at most once for each connection. */
  resolve(hostname: string): Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  isAllowed(address: string): boolean;
  /** Default 443, and the host itself. */
  port?: number;
  certificateName?: string;
}

/** The answer of a workflow. Its body is of no use, and is not read. */
export interface WorkflowAnswer {
  status: number;
  /** The header as it came. */
  retryAfter: string | undefined;
}

/** The name resolves to an address that is not public, or to none. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** The public Internet. */
export const publicNetwork: WorkflowNetwork = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
};

/**
 * Posts JSON to a workflow, over a connection of its own. The addresses that the name resolves to are checked
 * by the connection itself, so that no second look-up can give another one (DNS rebinding); where one of them
 * is not public, none is used. Redirects are not followed: their status is the answer.
 */
export async function postToWorkflow(
  url: URL,
  body: string,
  { resolve, isAllowed, port, certificateName }: WorkflowNetwork,
  signal: AbortSignal,
): Promise<WorkflowAnswer> {
  const checked: LookupFunction = (hostname, _options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const refused = addresses.length === 0 || !addresses.every(isAllowed);
        const failure = refused ? new RefusedAddress('The address is not public.') : null;
        done(
          failure,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      },
      (error: unknown) => done(error instanceof Error ? error : new Error('No address.'), []),
    );
  };
  const { promise, resolve: answered, reject } = Promise.withResolvers<WorkflowAnswer>();
  const sent = request(
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: checked,
      signal,
      ...(port !== undefined && { port }),
      ...(certificateName !== undefined && { servername: certificateName }),
    },
    (response) => {
      // A body that never ends, or breaks, is no concern of the sender.
      response.on('error', () => undefined);
      answered({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.destroy();
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}
