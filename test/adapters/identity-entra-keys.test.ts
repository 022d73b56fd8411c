import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entraIdentity } from '../../src/adapters/identity/entra.ts';
import { AppError } from '../../src/core/errors.ts';
import { startTokenIssuer, type KeyServerState, type TokenIssuer } from '../support/servers/agent-tokens.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

describe("The tenant's keys", () => {
  const clock = freshFixture(() => manualClock());
  const issuer = freshFixture(() => startTokenIssuer(clock));
  const identity = freshFixture(() => entraIdentity({ ...issuer, hosts: [], clock }));

  const verify = async (...args: Parameters<TokenIssuer['token']>) =>
    identity.verify(await issuer.token(...args));
  const strangers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => refusal(verify({}, { kid: randomUUID() }))));

  it('are not fetched before the first token', () => {
    expect(issuer.requests).toBe(0);
  });

  it('are fetched once for concurrent sign-ins', async () => {
    await Promise.all(Array.from({ length: 50 }, () => verify()));
    expect(issuer.requests).toBe(1);
  });

  it('are cached for a day', async () => {
    for (let hour = 0; hour < 23; hour++) {
      await verify();
      clock.advance(60 * MINUTE);
    }
    expect(issuer.requests).toBe(1);
  });

  it('are fetched again if a token names an unknown key', async () => {
    await verify();
    await issuer.rotate();
    clock.advance(MINUTE);
    await verify();
    expect(issuer.requests).toBe(2);
  });

  it('are refused at most a day after the tenant removed them', async () => {
    const old = await issuer.token({ exp: Math.floor((clock.now() + 3 * DAY) / SECOND) });
    await identity.verify(old);
    await issuer.rotate();
    clock.advance(DAY);
    expect(await refusal(identity.verify(old))).toBe('unauthorized');
  });

  it('are fetched at most once a minute for unknown keys', async () => {
    await verify();
    expect(await strangers(100)).toEqual(Array(100).fill('unauthorized'));
    expect(issuer.requests).toBe(1);
    for (let minute = 1; minute <= 5; minute++) {
      clock.advance(MINUTE - 1);
      await strangers(20);
      clock.advance(1);
      await strangers(20);
    }
    expect(issuer.requests).toBe(6);
  });

  it('are fetched at most once a minute even if their server fails', async () => {
    await verify();
    issuer.mood = 'error';
    clock.advance(MINUTE);
    expect(await strangers(100)).toEqual(Array(100).fill('identity-unavailable'));
    clock.advance(MINUTE - 1);
    await strangers(100);
    expect(issuer.requests).toBe(2);
  });

  it.each<KeyServerState>(['error', 'garbage'])(
    'that cannot be fetched (%s) make sign-in unavailable, not refused',
    async (mood) => {
      issuer.mood = mood;
      const error: unknown = await verify().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'identity-unavailable', details: { retryAfterSeconds: 5 } });
    },
  );

  it('make sign-in unavailable if no server listens', async () => {
    await issuer.close();
    expect(await refusal(verify())).toBe('identity-unavailable');
  });

  it('time out after 5 s', async () => {
    issuer.mood = 'silence';
    const answer = refusal(verify());
    await expect.poll(() => issuer.requests).toBe(1);
    clock.advance(5 * SECOND);
    expect(await answer).toBe('identity-unavailable');
  });

  it('are fetched again after 5 s if none are known', async () => {
    issuer.mood = 'error';
    expect(await refusal(verify())).toBe('identity-unavailable');
    issuer.mood = 'keys';
    clock.advance(5 * SECOND - 1);
    expect(await refusal(verify())).toBe('identity-unavailable');
    clock.advance(1);
    await expect(verify()).resolves.toBeDefined();
  });

  it('that are known stay valid while their server is unreachable', async () => {
    const claims = { exp: Math.floor((clock.now() + 9 * DAY) / SECOND) };
    await verify(claims);
    await issuer.close();
    clock.advance(3 * DAY);
    await expect(verify(claims)).resolves.toBeDefined();
    expect(await refusal(verify(claims, { kid: 'unknown' }))).toBe('identity-unavailable');
    await expect(verify(claims)).resolves.toBeDefined();
  });
});
