import { describe, expect, test } from 'vitest';
import { claimsOf, tokenVisitor } from '../../src/actions/rules/visitor-claims.ts';

const ANNA = { subject: 'customer-7', name: 'Anna', email: 'anna@shop.example', emailVerified: true };

describe('the claims of a visitor in actions', () => {
  test('are the subject, the verified e-mail address and the claims of the site', () => {
    const claims = claimsOf({ ...ANNA, claims: { tier: 'gold' } });
    expect(claims).toEqual({ id: 'customer-7', email: 'anna@shop.example', tier: 'gold' });
    expect(tokenVisitor(claims)).toEqual({
      subject: 'customer-7',
      email: 'anna@shop.example',
      claims: { tier: 'gold' },
    });
  });

  test.each([false, undefined])(
    'have no e-mail address that the directory has not verified (%s)',
    (emailVerified) => {
      const { emailVerified: _verified, ...anna } = ANNA;
      const visitor = { ...anna, ...(emailVerified !== undefined && { emailVerified }) };
      expect(claimsOf(visitor)).toEqual({ id: 'customer-7' });
    },
  );

  test('keep the verified subject and address if a claim of the site has the same name', () => {
    const claims = { id: 'customer-8', email: 'max@shop.example', tier: 'gold' };
    expect(claimsOf({ subject: 'customer-7', name: 'Anna', claims })).toEqual({
      id: 'customer-7',
      tier: 'gold',
    });
  });

  test('are empty for a visitor who is not verified', () => {
    expect(claimsOf(undefined)).toEqual({});
    expect(tokenVisitor({})).toBeUndefined();
  });
});
