import { describe, expect, test } from 'vitest';
import { compilePattern, MAX_PATTERN_VALUE, patternProblem } from '../../src/actions/rules/patterns.ts';

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
    Array.from('abcdefghijklmnopqr').join('|'),
  ])('%s is refused', (pattern) => {
    expect(patternProblem(pattern)).toEqual(expect.any(String));
  });

  test('matches the whole value', () => {
    expect(compilePattern('a|b').test('ab')).toBe(false);
    expect(compilePattern('\\d{2}').test('12\n')).toBe(false);
  });

  test('that is accepted is decided in linear time, even for the slowest pattern and the longest value', () => {
    const pattern = '\\w*\\w*x';
    expect(patternProblem(pattern)).toBeUndefined();
    expect(compilePattern(pattern).test('a'.repeat(MAX_PATTERN_VALUE))).toBe(false);
  });
});
