import { describe, expect, test } from 'vitest';
import { actionNetwork } from '../../src/adapters/actions/action-network.ts';
import { publicNetwork } from '../../src/adapters/public-network/network.ts';

describe('the network of actions', () => {
  const networkOf = actionNetwork(publicNetwork, ['orders.internal', 'api.internal:8443']);
  const isAllowed = (url: string, address: string) => networkOf(new URL(url)).isAllowed(address);

  test.each(['10.0.0.4', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', '93.184.216.34'])(
    'allows %s for a named host',
    (address) => {
      expect(isAllowed('https://orders.internal/x', address)).toBe(true);
      expect(isAllowed('https://api.internal:8443/', address)).toBe(true);
    },
  );

  test.each(['10.0.0.4', 'fd00::1'])('refuses %s for any other host or port', (address) => {
    for (const url of [
      'https://a.orders.internal/',
      'https://orders.internal:444/',
      'https://api.internal/',
    ]) {
      expect(isAllowed(url, address)).toBe(false);
    }
  });

  test.each(['127.0.0.1', '169.254.169.254', '168.63.129.16', '::1', 'fe80::1', '0.0.0.0', '224.0.0.1'])(
    'refuses %s for every host',
    (address) => {
      expect(isAllowed('https://orders.internal/', address)).toBe(false);
    },
  );
});
