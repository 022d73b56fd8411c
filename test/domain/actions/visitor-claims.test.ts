import { describe, expect, test } from 'vitest';
import { claimsOf, tokenVisitor } from '../../../src/domain/actions/visitor-claims.ts';

const ANNA = { subject: 'customer-7', name: 'Anna', email: 'anna@shop.example', emailVerified: true };

describe('what actions know of a visitor', () => {
  test('is the subject, an address that is verified, and the claims of the site', () => {
    const claims = claimsOf({ ...ANNA, claims: { tier: 'gold' } });
    expect(claims).toEqual({ id: 'customer-7', email: 'anna@shop.example', tier: 'gold' });
    expect(tokenVisitor(claims)).toEqual({
      subject: 'customer-7',
      email: 'anna@shop.example',
      claims: { tier: 'gold' },
    });
  });

  test.each([false, undefined])(
    'is no address that the directory does not vouch for (%s)',
    (emailVerified) => {
      const { emailVerified: _verified, ...anna } = ANNA;
      const visitor = { ...anna, ...(emailVerified !== undefined && { emailVerified }) };
      expect(claimsOf(visitor)).toEqual({ id: 'customer-7' });
    },
  );

  test('is not what a claim of the site says in place of the subject or the address', () => {
    const claims = { id: 'customer-8', email: 'max@shop.example', tier: 'gold' };
    expect(claimsOf({ subject: 'customer-7', name: 'Anna', claims })).toEqual({
      id: 'customer-7',
      tier: 'gold',
    });
  });

  test('is nothing of a visitor who is not verified', () => {
    expect(claimsOf(undefined)).toEqual({});
    expect(tokenVisitor({})).toBeUndefined();
  });
});
