import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** How a host name becomes a connection; a test leads it to its own server. */
export interface PublicNetwork {
  /** The addresses of a name, at most once for each connection. */
  resolve(hostname: string): Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  isAllowed(address: string): boolean;
  /** Default: the port of the address, and the host itself. */
  port?: number;
  certificateName?: string;
}

/** The name resolves to an address that is not public, or to none. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** The public Internet. */
export const publicNetwork: PublicNetwork = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
};

/**
 * The options of a request to an address that people enter (server-side request forgery). The addresses that
 * the name resolves to are checked by the connection itself, so that no second look-up can give another one
 * (DNS rebinding); where one of them is not public, none is used. A literal IP address is never looked up, so
 * the caller refuses those.
 */
export function guardedConnection({ resolve, isAllowed, port, certificateName }: PublicNetwork) {
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
  return {
    agent: false,
    lookup: checked,
    ...(port !== undefined && { port }),
    ...(certificateName !== undefined && { servername: certificateName }),
  } as const;
}
