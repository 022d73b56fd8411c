import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isInRange, isLoopbackHost, parseIp } from '../../lib/ip-address.ts';

/** How a host name is resolved and connected to. Tests connect to their own servers. */
export interface PublicNetwork {
  /** The IP addresses of a name; called at most once per connection. */
  resolve(hostname: string): Promise<readonly string[]>;
  /** Whether an IP address may be connected to. */
  isAllowed(address: string): boolean;
  /** Default: the port of the URL. */
  port?: number;
  certificateName?: string;
}

/** The IP address, or one that the name resolves to, is missing or not public. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

export const publicNetwork: PublicNetwork = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
};

/** The public Internet and this machine, for servers next to the local host. */
export const developersNetwork: PublicNetwork = {
  ...publicNetwork,
  isAllowed: (address) => isPublicAddress(address) || isLoopbackHost(address),
};

/**
 * Request options for a URL that people enter, against server-side request forgery. The connection itself
 * checks the resolved addresses, so that a second lookup cannot return others (DNS rebinding). If one of them
 * is not public, none is used. Throws RefusedAddress for a literal IP address that is not public, because no
 * lookup happens for it.
 */
export function guardedConnection(url: URL, { resolve, isAllowed, port, certificateName }: PublicNetwork) {
  // The URL parser has normalized all notations of IPv4 addresses.
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (parseIp(literal) && !isAllowed(literal)) throw new RefusedAddress('The address is not public.');
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

/** IPv4 ranges that are not public (IANA IPv4 Special-Purpose Address Registry). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's virtual public address for platform services ("What is IP address 168.63.129.16?").
  '168.63.129.16/32',
] as const;

/** Global unicast addresses (RFC 4291 §2.4). All other IPv6 addresses are refused. */
const GLOBAL_IPV6 = ['2000::/3'] as const;

/** Ranges of these that are not public, or that embed an IPv4 address (Teredo, 6to4). */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

export function isPublicAddress(text: string): boolean {
  const address = parseIp(text);
  if (!address) return false;
  if (address.kind() === 'ipv4') return !isInRange(address, SPECIAL_IPV4);
  // Addresses with a zone (`fe80::1%eth0`) or an embedded IPv4 address are not global unicast.
  return isInRange(address, GLOBAL_IPV6) && !isInRange(address, SPECIAL_IPV6);
}
