import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { entraIdentity } from '../../src/adapters/identity/entra.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
/** Tokens of an identity that are remembered. */
const REMEMBERED = 1_000;

describe('An agent token that is sent again', () => {
  const clock = freshFixture(() => manualClock());
  const issuer = freshFixture(() => startTokenIssuer(clock));
  const identity = freshFixture(() => entraIdentity({ ...issuer, hosts: [], clock }));
  let checks: MockInstance<SubtleCrypto['verify']>;
  beforeEach(() => {
    checks = vi.spyOn(crypto.subtle, 'verify');
  });
  afterEach(() => checks.mockRestore());

  const inSeconds = (seconds: number) => Math.floor(clock.now() / SECOND) + seconds;

  it('is accepted without a second signature check, for the same agent', async () => {
    const token = await issuer.token({ roles: ['Sales'] });
    const first = await identity.verify(token);
    expect(await identity.verify(token)).toEqual(first);
    expect(checks).toHaveBeenCalledTimes(1);
  });

  it('has its signature checked if one character differs', async () => {
    const token = await issuer.token();
    await identity.verify(token);
    const [header, claims, signature = ''] = token.split('.');
    const forged = `${header}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await refusal(identity.verify(forged))).toBe('unauthorized');
    expect(checks).toHaveBeenCalledTimes(2);
  });

  it('is refused a minute after it expires', async () => {
    const token = await issuer.token({ exp: inSeconds(60) });
    await identity.verify(token);
    clock.advance(119 * SECOND);
    await expect(identity.verify(token)).resolves.toBeDefined();
    clock.advance(SECOND);
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
  });

  it('is refused before its start time if the clock was set back', async () => {
    const token = await issuer.token({ nbf: inSeconds(0) });
    await identity.verify(token);
    clock.advance(-60 * SECOND);
    await expect(identity.verify(token)).resolves.toBeDefined();
    clock.advance(-SECOND);
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
  });

  it('is refused after the tenant has withdrawn its key', async () => {
    const token = await issuer.token({ exp: inSeconds(3 * 24 * 3600) });
    await identity.verify(token);
    await issuer.rotate();
    clock.advance(DAY);
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
  });

  it('is refused again if its claims are wrong', async () => {
    const token = await issuer.token({ scp: 'User.Read' });
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
    expect(await refusal(identity.verify(token))).toBe('unauthorized');
  });

  it('has its signature checked again after the keys were fetched again', async () => {
    const token = await issuer.token({ exp: inSeconds(3 * 24 * 3600) });
    await identity.verify(token);
    clock.advance(DAY);
    await identity.verify(token);
    await identity.verify(token);
    expect(checks).toHaveBeenCalledTimes(2);
  });

  it('is removed from the cache after a thousand other tokens', async () => {
    const [oldest = '', ...others] = await Promise.all(
      Array.from({ length: REMEMBERED + 1 }, (_, index) => issuer.token({ name: `Agent ${index}` })),
    );
    await identity.verify(oldest);
    for (const token of others) await identity.verify(token);
    await identity.verify(others.at(-1) ?? '');
    expect(checks).toHaveBeenCalledTimes(REMEMBERED + 1);
    await identity.verify(oldest);
    expect(checks).toHaveBeenCalledTimes(REMEMBERED + 2);
  });
});
