import { describe, expect, test } from 'vitest';
import { recordOrigin } from '../../src/core/origin-recorder.ts';

const allowlist = (any: boolean, ...origins: string[]) => ({ any, origins: new Set(origins) });

describe('the origin of a session', () => {
  test('is recorded only if the header exactly equals an entry', () => {
    const list = allowlist(false, 'https://a.example');
    expect(recordOrigin('https://a.example', list)).toBe('https://a.example');
    expect(recordOrigin('https://b.example', list)).toBeUndefined();
    expect(recordOrigin('https://a.example/', list)).toBeUndefined();
    expect(recordOrigin(undefined, list)).toBeUndefined();
  });

  test('is not recorded under the wildcard, and the literal * never is', () => {
    expect(recordOrigin('https://a.example', allowlist(true))).toBeUndefined();
    expect(recordOrigin('*', allowlist(true))).toBeUndefined();
  });

  test('is recorded for an entry next to the wildcard', () => {
    expect(recordOrigin('https://a.example', allowlist(true, 'https://a.example'))).toBe('https://a.example');
  });
});
