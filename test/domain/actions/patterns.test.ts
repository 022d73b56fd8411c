import { describe, expect, test } from 'vitest';
import { compilePattern, MAX_PATTERN_VALUE, patternProblem } from '../../../src/domain/actions/patterns.ts';

describe('a pattern', () => {
  test.each([
    '[0-9]{5}',
    '[A-Z]{2}-?\\d{4,10}',
    '\\d{5}(?:-\\d{4})?',
    'R\\d+|W\\d+',
    '[[a-z]--[aeiou]]{3}[\\]\\[]?',
    '(?<year>\\d{4})/(?:\\p{Lu})\\w*',
    'a\\*b\\+c',
    '(?=\\d)[^\\s]{1,20}',
  ])('%s is accepted', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  test.each([
    '(',
    '[z-a]',
    '\\',
    '(a+)+',
    '(?:a|a)*',
    '(?:\\d{1,3}){4}',
    '(a*)*b',
    '.*.*.*x',
    'a?'.repeat(30) + 'a'.repeat(30),
    '\\w{0,90}\\w{0,90}\\w{0,90}',
    '(?<x>a*)+',
    '([)]*)+',
  ])('%s is refused', (pattern) => {
    expect(patternProblem(pattern)).toEqual(expect.any(String));
  });

  test('matches the whole value', () => {
    expect(compilePattern('a|b').test('ab')).toBe(false);
    expect(compilePattern('\\d{2}').test('12\n')).toBe(false);
  });

  test('the worst that is accepted is decided in a moment, for every value that is matched', () => {
    const pattern = '\\w*\\w*x';
    expect(patternProblem(pattern)).toBeUndefined();
    expect(compilePattern(pattern).test('a'.repeat(MAX_PATTERN_VALUE))).toBe(false);
  });
});
