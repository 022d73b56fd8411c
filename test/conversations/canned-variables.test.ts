import { describe, expect, test } from 'vitest';
import {
  unknownPlaceholdersIn,
  variablesIn,
  withCannedValues,
} from '../../src/conversations/rules/canned-variables.ts';

const VALUES = { 'visitor.name': 'Jonas', 'agent.name': 'Mia' };

describe('a canned reply', () => {
  test.each([
    ['Hello {{visitor.name}}, I am {{ agent.name }}.', 'Hello Jonas, I am Mia.'],
    ['{{visitor.name}} and {{visitor.name}}', 'Jonas and Jonas'],
    ['We are open {{business.hours}}.', 'We are open {{business.hours}}.'],
    ['{visitor.name} {{}} {{other}} {{visitor.name', '{visitor.name} {{}} {{other}} {{visitor.name'],
  ])('%j becomes %j, and variables without a value remain', (text, filled) => {
    expect(withCannedValues(text, VALUES)).toBe(filled);
  });

  test('inserts a value literally, even if it looks like a variable or a replacement pattern', () => {
    const values = { 'visitor.name': '$& {{agent.name}}', 'agent.name': 'Mia' };
    expect(withCannedValues('{{visitor.name}}!', values)).toBe('$& {{agent.name}}!');
  });

  test('lists each of its variables once, and unknown names separately', () => {
    const text = '{{agent.name}} {{visitor.nmae}} {{visitor.name}} {{agent.name}}';
    expect(variablesIn(text)).toEqual(['agent.name', 'visitor.name']);
    expect(unknownPlaceholdersIn(text)).toEqual(['{{visitor.nmae}}']);
  });

  test.each([
    ['Hello {visitor.name}, {firstName}!', ['{visitor.name}', '{firstName}']],
    ['{visitor.name} {visitor.name}', ['{visitor.name}']],
    ['Enter {} or { "a": 1 } and {{visitor.name}}.', []],
  ])('%j has these placeholders in single braces: %j', (text, placeholders) => {
    expect(unknownPlaceholdersIn(text)).toEqual(placeholders);
  });
});
