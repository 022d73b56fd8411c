import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseHosts } from '../../src/lib/hosts.ts';
import { ALLOWLIST_PATTERN, normalizeOrigin, parseAllowlist } from '../../src/conversations/rules/origin.ts';
import { HOSTILE_ORIGINS, ORIGINS } from '../support/hostile-origins.ts';

describe('an origin', () => {
  it.each(ORIGINS)('written as %s is %s to a browser', (written, origin) => {
    expect(normalizeOrigin(written)).toBe(origin);
  });

  it.each(HOSTILE_ORIGINS)('cannot be %j', (hostile) => {
    expect(normalizeOrigin(hostile)).toBeUndefined();
  });

  it('contains only characters that are valid in a content security policy', () => {
    const near = fc.stringMatching(/^https?:\/\/[a-z0-9.:;, [\]*@/-]{0,30}$/);
    fc.assert(
      fc.property(near, (written) => {
        const origin = normalizeOrigin(written);
        if (origin === undefined) return;
        expect(origin).toMatch(/^https?:\/\/[a-z0-9.:[\]-]+$/);
        expect(normalizeOrigin(origin)).toBe(origin);
      }),
      { numRuns: 2000 },
    );
  });

  it('is accepted in the setting exactly if the pattern for forms accepts it', () => {
    const entry = fc.oneof(
      fc.constantFrom('*', '', ' ', ...HOSTILE_ORIGINS, ...ORIGINS.map(([written]) => written)),
      fc.stringMatching(/^https?:\/\/[a-z0-9.-]{1,12}(:\d{1,5})?$/),
      fc.stringMatching(/^https:\/\/xn--[a-z0-9]{1,8}$/),
      fc.stringMatching(/^http:\/\/\[[0-9a-f:]{0,20}\]$/),
    );
    const pattern = new RegExp(ALLOWLIST_PATTERN);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3 }), (entries) => {
        const setting = entries.join(',');
        expect(pattern.test(setting)).toBe(!('invalid' in parseAllowlist(setting)));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a list of hosts', () => {
  test('contains host names with or without a port, in any case', () => {
    expect(parseHosts(' Chat.Example.com, desk.example:8443 ,')).toEqual({
      hosts: ['chat.example.com', 'desk.example:8443'],
    });
    expect(parseHosts('')).toEqual({ hosts: [] });
  });

  test.each([
    'https://chat.example',
    'chat.example/x',
    '*.example',
    'a b',
    'a;b',
    'münchen.example',
    'a:99999',
  ])('with an entry that is not a host is refused, with the entry: %s', (invalid) => {
    expect(parseHosts(`ok.example,${invalid}`)).toEqual({ invalid });
  });
});
