import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isInRange, isLoopbackHost, parseIp } from '../../domain/ip-address.ts';

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

/** The address, or an address that its name resolves to, is not public or does not exist. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

export const publicNetwork: PublicNetwork = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
};

/** The public Internet and this machine, for servers that run next to the local host. */
export const developersNetwork: PublicNetwork = {
  ...publicNetwork,
  isAllowed: (address) => isPublicAddress(address) || isLoopbackHost(address),
};

/**
 * The options of a request to an address that people enter (server-side request forgery). The addresses that
 * the name resolves to are checked by the connection itself, so that no second look-up can give another one
 * (DNS rebinding); where one of them is not public, none is used. A literal IP address, which is never looked
 * up, is checked here: throws RefusedAddress.
 */
export function guardedConnection(url: URL, { resolve, isAllowed, port, certificateName }: PublicNetwork) {
  // The URL parser has turned every way to write an IPv4 address into the usual one.
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

/** IPv4 ranges that are not public (IANA IPv4 Special-Purpose Address Registry), with Azure's own address. */
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
  // The platform's virtual public address, for its agents (Azure, "What is IP address 168.63.129.16?").
  '168.63.129.16/32',
] as const;

/** The global unicast addresses (RFC 4291 §2.4); every other IPv6 address is refused. */
const GLOBAL_IPV6 = ['2000::/3'] as const;

/** Ranges within them that are not public, or that lead to an IPv4 address (Teredo, 6to4). */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

/** Whether an IP address, as a name resolves to it, is one of the public Internet. */
export function isPublicAddress(text: string): boolean {
  const address = parseIp(text);
  if (!address) return false;
  if (address.kind() === 'ipv4') return !isInRange(address, SPECIAL_IPV4);
  // An address of a zone (`fe80::1%eth0`) and one that holds an IPv4 address are not global unicast.
  return isInRange(address, GLOBAL_IPV6) && !isInRange(address, SPECIAL_IPV6);
}
