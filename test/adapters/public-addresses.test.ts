import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../src/adapters/public-network/network.ts';

describe('a name may resolve only to a public address', () => {
  test.each([
    '20.42.65.92',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '168.63.129.15',
    '2603:1030:20e:3::23c',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    // This host, private networks, shared address space, loopback, link-local with the metadata service.
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '127.0.0.1', '127.255.255.254'],
    ...['169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.0.1', '168.63.129.16'],
    // Benchmarks, documentation, multicast, reserved, broadcast.
    ...['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.9', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '192.88.99.1'],
    // The same in IPv6, and the ways in which IPv6 holds IPv4.
    ...[
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
      '2001:db8::1',
      '3fff::1',
    ],
    ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
    ...['2002:7f00:1::', '2001:0:7f00:1::', '100::1', 'fec0::1'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['', 'localhost', '999.1.1.1', '1.1.1', '0x7f.1'])('%j is not an address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
