import { describe, expect, test } from 'vitest';
import { clientIp } from '../../src/http/client-ip.ts';

describe('the client’s address', () => {
  test.each([
    ['no proxy trusted: the socket counts', '6.6.6.6', 0, '10.0.0.9', '10.0.0.9'],
    [
      'the right-most entry counts, what a client wrote further left does not',
      '6.6.6.6, 203.0.113.7:4711',
      1,
      '10.0.0.9',
      '203.0.113.7',
    ],
    [
      'two proxies: the second from the right',
      '6.6.6.6, 203.0.113.7, 10.1.1.1:80',
      2,
      '10.0.0.9',
      '203.0.113.7',
    ],
    ['fewer entries than proxies', '203.0.113.7', 2, '10.0.0.9', '203.0.113.7'],
    ['no header', undefined, 1, '10.0.0.9', '10.0.0.9'],
    ['IPv6 with a port is cut to its /64', '[2001:db8:1:2:3:4:5:6]:443', 1, '', '2001:db8:1:2::/64'],
    ['short IPv6', '2001:db8::1', 1, '', '2001:db8::/64'],
    ['IPv4 in IPv6', '::ffff:203.0.113.7', 1, '', '203.0.113.7'],
    ['IPv4 in IPv6 in hex', '::ffff:cb00:7107', 1, '', '203.0.113.7'],
    ['IPv4 in IPv6 in hex, written in full', '[0:0:0:0:0:FFFF:CB00:7107]:443', 1, '', '203.0.113.7'],
    ['an address of a zone', undefined, 0, 'fe80::1%eth0', 'fe80::/64'],
    ['what is no address', 'unknown', 1, '10.0.0.9', undefined],
    ['a short form of IPv4', '0x7f.1', 1, '10.0.0.9', undefined],
    ['a socket that has closed', undefined, 0, '', undefined],
  ])('is determined by the trusted proxies: %s', (_name, header, hops, socket, expected) => {
    expect(clientIp(header, hops, socket)).toBe(expected);
  });

  test('two mapped IPv4 addresses count as two clients', () => {
    expect(clientIp('::ffff:102:304', 1, '')).not.toBe(clientIp('::ffff:102:305', 1, ''));
  });

  test('two addresses of one /64 count as one client', () => {
    expect(clientIp('2001:db8:a:b::1', 1, '')).toBe(clientIp('2001:0db8:000a:000b:ffff::2', 1, ''));
  });
});
