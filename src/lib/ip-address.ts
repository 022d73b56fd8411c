import ipaddr from 'ipaddr.js';

/** An address of either family. */
type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IP address in standard notation; undefined for other texts, including the shortened, octal and
 * hexadecimal forms of IPv4 (`inet_aton`).
 */
export function parseIp(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

/**
 * The network of a client, as a rate-limit key: the IPv4 address, also if mapped to IPv6 (RFC 4291 §2.5.5.2),
 * or the /64 of an IPv6 address, the usual size of one household. Undefined for an invalid address.
 */
export function clientNetwork(text: string): string | undefined {
  const address = parseIp(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString();
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Whether a URL's `hostname` is `localhost` or an address of the loopback range. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || parseIp(hostname.replace(/^\[(.*)\]$/, '$1'))?.range() === 'loopback';
}

/** Whether an address is in one of the ranges (CIDR); ranges of the other family never match. */
export function isInRange(address: IpAddress, ranges: readonly string[]): boolean {
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}
