import { describe, expect, test } from 'vitest';
import {
  allowOriginHeader,
  mayUseChat,
  parseAllowlist,
  type Allowlist,
} from '../../src/conversations/rules/origin.ts';

function allowlist(setting: string): Allowlist {
  const parsed = parseAllowlist(setting);
  if ('invalid' in parsed) throw new Error(parsed.invalid);
  return parsed;
}

describe('the allowlist', () => {
  test.each([
    ['https://a.example/', 'https://a.example/'],
    ['https://a.example/shop', 'https://a.example/shop'],
    ['https://ok.example,a.example', 'a.example'],
    ['https://a.example?x', 'https://a.example?x'],
    ['ftp://a.example', 'ftp://a.example'],
    ['https://*.x.example', 'https://*.x.example'],
    ['https://*', 'https://*'],
    ['https://user@a.example', 'https://user@a.example'],
    ['https://münchen.example', 'https://münchen.example'],
    ['null', 'null'],
  ])('an entry that no browser would send is refused with its text: %s', (setting, invalid) => {
    expect(parseAllowlist(setting)).toEqual({ invalid });
  });

  test.each([
    ['HTTPS://A.Example', 'https://a.example'],
    ['https://a.example:443', 'https://a.example'],
    ['http://a.example:80', 'http://a.example'],
    ['https://a.example:8443', 'https://a.example:8443'],
    ['http://[0:0:0:0:0:0:0:1]:7080', 'http://[::1]:7080'],
  ])('an entry is normalized as browsers do it: %s', (setting, origin) => {
    expect(allowlist(setting).origins).toEqual(new Set([origin]));
  });

  test('an origin matches by scheme, host and port exactly', () => {
    const list = allowlist('https://a.example, http://localhost:7080');
    expect(mayUseChat(list, 'https://a.example')).toBe(true);
    expect(mayUseChat(list, 'http://localhost:7080')).toBe(true);
    for (const other of [
      'http://a.example',
      'https://a.example:8443',
      'https://b.a.example',
      'https://A.example',
      'null',
    ]) {
      expect(mayUseChat(list, other)).toBe(false);
    }
  });

  test('an allowed origin is returned, only the wildcard returns *, and the list is never sent', () => {
    expect(allowOriginHeader(allowlist('https://a.example,https://b.example'), 'https://a.example')).toBe(
      'https://a.example',
    );
    expect(allowOriginHeader(allowlist('https://a.example'), 'https://evil.example')).toBeUndefined();
    expect(allowOriginHeader(allowlist('*'), 'https://any.example')).toBe('*');
  });
});
