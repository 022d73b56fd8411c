import { isInRange, parseIp } from '../../lib/ip-address.ts';
import type { PublicNetwork } from '../public-network/network.ts';

/**
 * Private networks (RFC 1918, RFC 6598, RFC 4193). Loopback and link-local addresses, with the platform's
 * metadata service, are not included.
 */
const PRIVATE_RANGES = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
] as const;

/**
 * The network for actions: public addresses, and private ones only for `privateHosts`, such as the private
 * endpoint of an API in the same virtual network.
 */
export function actionNetwork(
  network: PublicNetwork,
  privateHosts: readonly string[],
): (url: URL) => PublicNetwork {
  const allowed = new Set(privateHosts);
  const withPrivate: PublicNetwork = {
    ...network,
    isAllowed: (address) => network.isAllowed(address) || isPrivate(address),
  };
  return ({ host }) => (allowed.has(host) ? withPrivate : network);
}

function isPrivate(text: string): boolean {
  const address = parseIp(text);
  return address !== undefined && isInRange(address, PRIVATE_RANGES);
}
