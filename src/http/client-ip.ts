import { clientNetwork } from '../lib/ip-address.ts';

/**
 * The client's address: the entry of `X-Forwarded-For` from the outermost trusted proxy, counted from the
 * right, or the socket's address with 0 trusted hops. Entries further left can be forged and are ignored.
 * Undefined if the entry is not an address.
 */
export function clientIp(
  forwardedFor: string | undefined,
  trustedHops: number,
  socketAddress: string,
): string | undefined {
  if (trustedHops === 0) return clientNetwork(socketAddress);
  const entries = forwardedFor?.split(',') ?? [];
  const entry = entries.at(-trustedHops) ?? entries[0];
  return clientNetwork(entry === undefined ? socketAddress : withoutPort(entry.trim()));
}

/** Removes the port from `1.2.3.4:5` and `[2001:db8::1]:5`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[^:]+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address;
}
