import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isOwnHost, knownHosts, parseHosts } from '../../src/lib/hosts.ts';
import { agentAudiences } from '../../src/access/rules/agent-audiences.ts';
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

describe('PUBLIC_HOSTS', () => {
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

describe('the audience of an agent token', () => {
  const CLIENT = '11111111-2222-4333-8444-555555555555';
  const cloud = agentAudiences(
    CLIENT,
    knownHosts({ platformHost: 'App.azurewebsites.net', publicHosts: ['chat.example.com'] }),
  );
  const local = agentAudiences(CLIENT, knownHosts({ localPort: 7071, publicHosts: [] }));

  test('is the application id, with or without a host of the service', () => {
    expect(cloud).toEqual(
      new Set([
        CLIENT,
        `api://${CLIENT}`,
        `api://app.azurewebsites.net/${CLIENT}`,
        `api://chat.example.com/${CLIENT}`,
      ]),
    );
  });

  test('has the loopback hosts with their port on the local host', () => {
    expect(local).toEqual(
      new Set([
        CLIENT,
        `api://${CLIENT}`,
        `api://localhost:7071/${CLIENT}`,
        `api://127.0.0.1:7071/${CLIENT}`,
      ]),
    );
  });

  test.each([
    `api://evil.example/${CLIENT}`,
    `api://chat.example.com.evil.example/${CLIENT}`,
    `api://evil.example/chat.example.com/${CLIENT}`,
    `api://chat.example.com/x/${CLIENT}`,
    `api://chat.example.com//${CLIENT}`,
    `api://localhost:7071/${CLIENT}`,
    `api://CHAT.example.com/${CLIENT}`,
    `api:///${CLIENT}`,
    `api://x${CLIENT}`,
    `https://chat.example.com/${CLIENT}`,
    `${CLIENT} `,
    '',
  ])('is never %s', (audience) => {
    expect(cloud.has(audience)).toBe(false);
  });
});

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
