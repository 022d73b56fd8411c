import { describe, expect, test } from 'vitest';
import { isOwnHost } from '../../src/hosts/own-host.ts';

describe('the Host header of the local host', () => {
  const at = { port: 7071, bound: '192.0.2.7', publicHosts: ['chat.example.com', 'desk.example:8443'] };
  test.each([
    'localhost:7071',
    'LOCALHOST:7071',
    '127.0.0.1:7071',
    '[::1]:7071',
    '192.0.2.7:7071',
    'chat.example.com',
    'chat.example.com:7071',
    'desk.example:8443',
  ])('%s is its own', (header) => {
    expect(isOwnHost(header, at)).toBe(true);
  });

  test.each([
    undefined,
    '',
    'localhost',
    'localhost:7072',
    'evil.example',
    'evil.example:7071',
    'localhost.evil.example:7071',
    'evil.example#localhost:7071',
    'localhost:7071@evil.example',
    'localhost:7071, evil.example',
    '127.0.0.2:7071',
    '0.0.0.0:7071',
    'desk.example',
  ])('%s is refused', (header) => {
    expect(isOwnHost(header, at)).toBe(false);
  });

  test('may omit the default port of the scheme', () => {
    expect(isOwnHost('localhost', { ...at, port: 80 })).toBe(true);
  });
});
