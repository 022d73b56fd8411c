import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { joseTokens } from '../../src/adapters/tokens/jose.ts';
import type { TokenPurpose } from '../../src/ports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

const CLAIMS = { sub: 'visitor', nested: { is: 'kept' } };
/** Tokens that are remembered. */
const REMEMBERED = 2_000;

function setUp() {
  const clock = manualClock();
  const secret = { byte: 1 };
  const key = (_purpose: TokenPurpose) => Promise.resolve(new Uint8Array(32).fill(secret.byte));
  return { clock, secret, tokens: joseTokens({ key, clock }) };
}

describe('A visitor’s token that is sent again', () => {
  let checks: MockInstance<SubtleCrypto['verify']>;
  beforeEach(() => {
    checks = vi.spyOn(crypto.subtle, 'verify');
  });
  afterEach(() => checks.mockRestore());

  test('is read without a second signature check, even after it expired', async () => {
    const { clock, tokens } = setUp();
    const token = await tokens.issue('visitor', CLAIMS, 60);
    const first = await tokens.readEvenExpired('visitor', token);
    expect(first).toMatchObject(CLAIMS);
    clock.advance(60_000);
    expect(await tokens.readEvenExpired('visitor', token)).toEqual(first);
    expect(checks).toHaveBeenCalledTimes(1);
    expect(await tokens.read('visitor', token)).toBeUndefined();
  });

  test('is refused after the key changed', async () => {
    const { secret, tokens } = setUp();
    const token = await tokens.issue('visitor', CLAIMS, 60);
    await tokens.readEvenExpired('visitor', token);
    secret.byte = 2;
    expect(await tokens.readEvenExpired('visitor', token)).toBeUndefined();
  });

  test('is refused for another purpose', async () => {
    const { tokens } = setUp();
    const token = await tokens.issue('visitor', CLAIMS, 60);
    await tokens.readEvenExpired('visitor', token);
    expect(await tokens.readEvenExpired('renewal', token)).toBeUndefined();
  });

  test('is refused if one of its letters was changed', async () => {
    const { tokens } = setUp();
    const token = await tokens.issue('visitor', CLAIMS, 60);
    await tokens.readEvenExpired('visitor', token);
    for (let at = 0; at < token.length - 1; at += 7) {
      const letter = token.charAt(at) === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      expect(await tokens.readEvenExpired('visitor', changed), `letter ${at}`).toBeUndefined();
    }
  });

  test('is refused again if it is forged', async () => {
    const { tokens } = setUp();
    const forged = `${await tokens.issue('visitor', CLAIMS, 60)}A`;
    expect(await tokens.readEvenExpired('visitor', forged)).toBeUndefined();
    expect(await tokens.readEvenExpired('visitor', forged)).toBeUndefined();
  });

  test('is removed from the cache after two thousand other tokens', async () => {
    const { tokens } = setUp();
    const made = Array.from({ length: REMEMBERED + 1 }, (_, index) => ({
      ...CLAIMS,
      sub: `visitor ${index}`,
    }));
    const [oldest = '', ...others] = await Promise.all(
      made.map((claims) => tokens.issue('visitor', claims, 60)),
    );
    await tokens.readEvenExpired('visitor', oldest);
    await Promise.all(others.map((token) => tokens.readEvenExpired('visitor', token)));
    await tokens.readEvenExpired('visitor', others.at(-1) ?? '');
    expect(checks).toHaveBeenCalledTimes(REMEMBERED + 1);
    await tokens.readEvenExpired('visitor', oldest);
    expect(checks).toHaveBeenCalledTimes(REMEMBERED + 2);
  });
});
