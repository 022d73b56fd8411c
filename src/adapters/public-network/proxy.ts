import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { parseIp } from '../../lib/ip-address.ts';
import { RefusedAddress, type PublicNetwork } from './network.ts';

/** `noProxy` lists hosts that are reached directly, comma-separated; `.example.com` includes subdomains. */
export function outboundProxy(address: string, noProxy = '') {
  const direct = noProxy
    .split(/[\s,]+/)
    .filter((host) => host !== '')
    .map((host) => host.toLowerCase().replace(/^\*?\./, ''));
  return {
    address,
    isUsedFor: ({ hostname, host }: URL): boolean =>
      !direct.some((one) => one === '*' || one === host || one === hostname || hostname.endsWith(`.${one}`)),
  };
}

/** The outbound proxy of the network (`HTTPS_PROXY`, `NO_PROXY`). */
export type OutboundProxy = ReturnType<typeof outboundProxy>;

/**
 * Request options for a proxy. The proxy connects, so no address can be pinned. Literal IP addresses are
 * checked, and names if this network resolves them. Throws RefusedAddress.
 */
export async function proxiedConnection(
  url: URL,
  { resolve, isAllowed }: PublicNetwork,
  { address }: OutboundProxy,
) {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = parseIp(literal)
    ? [literal]
    : // Networks whose only exit is a proxy often resolve no public names.
      await resolve(url.hostname).catch((): readonly string[] => []);
  if (!addresses.every(isAllowed)) throw new RefusedAddress('The address is not public.');
  const options = { proxyEnv: { HTTPS_PROXY: address, HTTP_PROXY: address }, keepAlive: false };
  return { agent: url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options) } as const;
}
