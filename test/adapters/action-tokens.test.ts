import { generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { joseActionTokens } from '../../src/adapters/actions/tokens.ts';
import type { ActionSubject } from '../../src/ports.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';

const Jwk = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), d: z.string() });
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = { id: 'key-1', jwk: Jwk.parse(privateKey.export({ format: 'jwk' })) };
const issuer = 'https://chat.shop.example';
const clock = manualClock();
const tokens = joseActionTokens({ clock, random: realRandom, issuer, key: () => Promise.resolve(key) });
const ANNA: ActionSubject = {
  visitor: {
    issuer: 'https://shop.example',
    subject: 'customer-7',
    email: 'anna@shop.example',
    claims: { sub: 'admin', aud: 'other', tier: 'gold' },
  },
  conversation: 'pseudonym',
};

describe('the token of an action call', () => {
  const verify = async (token: string, audience = 'api.shop.example') => {
    const keys = createLocalJWKSet((await tokens.publicKeys()) as unknown as JSONWebKeySet);
    const options = { issuer, audience, algorithms: ['ES256'], currentDate: new Date(clock.now()) };
    return (await jwtVerify(token, keys, options)).payload;
  };

  test('identifies the visitor, and custom claims cannot replace registered claims', async () => {
    const payload = await verify(await tokens.sign(ANNA, 'api.shop.example'));
    expect(payload).toMatchObject({
      sub: 'customer-7',
      aud: 'api.shop.example',
      email: 'anna@shop.example',
      email_verified: true,
      visitor_issuer: 'https://shop.example',
      visitor_claims: { sub: 'admin', aud: 'other', tier: 'gold' },
      conversation: 'pseudonym',
    });
    expect(payload).not.toHaveProperty('act');
    expect(payload).not.toHaveProperty('test');
  });

  test('names the agent as the actor, and has no subject for an unverified visitor', async () => {
    const agent = { oid: 'agent-1' };
    expect(await verify(await tokens.sign({ ...ANNA, agent }, 'api.shop.example'))).toMatchObject({
      sub: 'customer-7',
      act: { sub: 'agent-1' },
    });
    const anonymous = await verify(await tokens.sign({ conversation: 'p' }, 'api.shop.example'));
    expect(anonymous.sub).toBeUndefined();
  });

  test('is refused by another host and after 60 s', async () => {
    const token = await tokens.sign(ANNA, 'api.shop.example');
    await expect(verify(token, 'api.other.example')).rejects.toMatchObject({ claim: 'aud' });
    clock.advance(59_000);
    await verify(token);
    clock.advance(1_000);
    await expect(verify(token)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  });

  test('is different for each call, and only the public part of its key is published', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => tokens.sign(ANNA, 'api.shop.example')));
    expect((await verify(one ?? '')).jti).not.toBe((await verify(other ?? '')).jti);
    const [published] = (await tokens.publicKeys()).keys;
    expect(Object.keys(published ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});
