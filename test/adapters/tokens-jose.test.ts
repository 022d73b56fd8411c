import { describe, expect, test } from 'vitest';
import { joseTokens } from '../../src/adapters/tokens/jose.ts';
import type { TokenPurpose } from '../../src/ports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

const PURPOSES: readonly TokenPurpose[] = ['visitor', 'renewal', 'sign-in-proof', 'sign-in-state'];
const CLAIMS = { sub: 'somebody', nested: { is: 'kept' } };

function setUp(salt = 0) {
  const clock = manualClock();
  const key = (purpose: TokenPurpose) =>
    Promise.resolve(new Uint8Array(32).fill(1 + salt + PURPOSES.indexOf(purpose)));
  return { clock, tokens: joseTokens({ key, clock }) };
}

describe.each([undefined, 'sealed'] as const)('a token of the service, %s,', (sealed) => {
  test('returns its claims until its last second', async () => {
    const { clock, tokens } = setUp();
    const token = await tokens.issue('visitor', CLAIMS, 60, sealed);
    clock.advance(59_999);
    expect(await tokens.read('visitor', token, sealed)).toMatchObject(CLAIMS);
    clock.advance(1);
    expect(await tokens.read('visitor', token, sealed)).toBeUndefined();
  });

  test('is accepted for only one purpose', async () => {
    const { tokens } = setUp();
    for (const purpose of PURPOSES) {
      const token = await tokens.issue(purpose, CLAIMS, 60, sealed);
      for (const other of PURPOSES) {
        const read = await tokens.read(other, token, sealed);
        expect(read !== undefined, `${purpose} as ${other}`).toBe(purpose === other);
      }
    }
  });

  test('is refused for another purpose, even with the same key', async () => {
    const key = () => Promise.resolve(new Uint8Array(32).fill(7));
    const tokens = joseTokens({ key, clock: manualClock() });
    const token = await tokens.issue('renewal', CLAIMS, 60, sealed);
    expect(await tokens.read('visitor', token, sealed)).toBeUndefined();
  });

  test('is refused by another deployment', async () => {
    const token = await setUp(100).tokens.issue('visitor', CLAIMS, 60, sealed);
    expect(await setUp().tokens.read('visitor', token, sealed)).toBeUndefined();
  });

  test('is refused if one of its letters was changed', async () => {
    const { tokens } = setUp();
    const token = await tokens.issue('visitor', CLAIMS, 60, sealed);
    for (let at = 0; at < token.length - 1; at += 7) {
      const letter = token.charAt(at) === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      expect(await tokens.read('visitor', changed, sealed), `letter ${at}`).toBeUndefined();
    }
  });

  test.each(['', 'x', 'a.b.c', 'a.b.c.d.e', 'x'.repeat(100_000)])(
    'is refused if it is “%.20s”',
    async (none) => {
      expect(await setUp().tokens.read('visitor', none, sealed)).toBeUndefined();
    },
  );
});

test('a sealed token hides its claims from its holder, and is not interchangeable with a signed token', async () => {
  const { tokens } = setUp();
  const sealed = await tokens.issue('sign-in-state', CLAIMS, 60, 'sealed');
  const plain = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(plain.join()).not.toContain('somebody');
  expect(await tokens.read('sign-in-state', sealed)).toBeUndefined();
  const signed = await tokens.issue('sign-in-state', CLAIMS, 60);
  expect(await tokens.read('sign-in-state', signed, 'sealed')).toBeUndefined();
});

test('a token without a signature or with another algorithm is refused', async () => {
  const { tokens } = setUp();
  const [, payload = '', signature = ''] = (await tokens.issue('visitor', CLAIMS, 60)).split('.');
  for (const alg of ['none', 'None', 'HS384', 'RS256']) {
    const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
    expect(await tokens.read('visitor', `${header}.${payload}.`)).toBeUndefined();
    expect(await tokens.read('visitor', `${header}.${payload}.${signature}`)).toBeUndefined();
  }
});
