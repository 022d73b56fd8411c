import { isIP } from 'node:net';

/**
 * The client's address: the entry of `X-Forwarded-For` that the outermost trusted proxy wrote, counted from
 * the right, or the socket's address where no proxy is trusted. Entries further left can be forged and are
 * never read.
 */
export function clientIp(
  forwardedFor: string | undefined,
  trustedHops: number,
  socketAddress: string,
): string {
  if (trustedHops === 0) return networkOf(socketAddress);
  const entries = forwardedFor?.split(',') ?? [];
  const entry = entries.at(-trustedHops) ?? entries[0];
  return networkOf(entry === undefined ? socketAddress : withoutPort(entry.trim()));
}

/** Removes the port from `1.2.3.4:5` and `[2001:db8::1]:5`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[^:]+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address;
}

/** An IPv4 address unchanged; an IPv6 address as its /64, because one household has a whole /64. */
function networkOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(bare) !== 6) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
