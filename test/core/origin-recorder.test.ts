import { describe, expect, test } from 'vitest';
import { recordOrigin } from '../../src/core/origin-recorder.ts';

const allowlist = (any: boolean, ...origins: string[]) => ({ any, origins: new Set(origins) });

describe('the origin of a session', () => {
  test('is recorded only if the Origin header equals an entry of the allowlist', () => {
    const list = allowlist(false, 'https://a.example');
    expect(recordOrigin('https://a.example', list)).toBe('https://a.example');
    expect(recordOrigin('https://b.example', list)).toBeUndefined();
    expect(recordOrigin('https://a.example/', list)).toBeUndefined();
    expect(recordOrigin(undefined, list)).toBeUndefined();
  });

  test('is not recorded if only the wildcard allows it, and a header of * is never recorded', () => {
    expect(recordOrigin('https://a.example', allowlist(true))).toBeUndefined();
    expect(recordOrigin('*', allowlist(true))).toBeUndefined();
  });

  test('is recorded if an entry next to the wildcard allows it', () => {
    expect(recordOrigin('https://a.example', allowlist(true, 'https://a.example'))).toBe('https://a.example');
  });
});
