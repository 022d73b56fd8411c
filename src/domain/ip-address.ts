import ipaddr from 'ipaddr.js';

/** An address of either family. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IP address as systems and proxies write it; undefined for any other text, also for the shortened,
 * octal and hexadecimal forms of IPv4 (`inet_aton`).
 */
export function parseIp(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

/**
 * The network of one client: an IPv4 address, in any of the ways in which IPv6 maps it (RFC 4291 §2.5.5.2),
 * or an IPv6 address as its /64, which is the size of one household.
 */
export function clientNetwork(text: string): string | undefined {
  const address = parseIp(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString();
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Whether the host of a URL is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || parseIp(hostname.replace(/^\[(.*)\]$/, '$1'))?.range() === 'loopback';
}

/** Whether an address is in one of some ranges of its family, each as CIDR. */
export function isInRange(address: IpAddress, ranges: readonly string[]): boolean {
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}
