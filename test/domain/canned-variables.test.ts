import { describe, expect, test } from 'vitest';
import { unknownVariablesIn, variablesIn, withCannedValues } from '../../src/domain/canned-variables.ts';

const VALUES = { 'visitor.name': 'Jonas', 'agent.name': 'Mia' };

describe('a canned reply', () => {
  test.each([
    ['Hello {{visitor.name}}, I am {{ agent.name }}.', 'Hello Jonas, I am Mia.'],
    ['{{visitor.name}} and {{visitor.name}}', 'Jonas and Jonas'],
    ['We are open {{business.hours}}.', 'We are open {{business.hours}}.'],
    ['{visitor.name} {{}} {{other}} {{visitor.name', '{visitor.name} {{}} {{other}} {{visitor.name'],
  ])('%j becomes %j: a variable without a value stays', (text, filled) => {
    expect(withCannedValues(text, VALUES)).toBe(filled);
  });

  test('keeps a value as it is, also one that looks like a variable or a replacement pattern', () => {
    const values = { 'visitor.name': '$& {{agent.name}}', 'agent.name': 'Mia' };
    expect(withCannedValues('{{visitor.name}}!', values)).toBe('$& {{agent.name}}!');
  });

  test('names each of its variables once, and unknown names apart', () => {
    const text = '{{agent.name}} {{visitor.nmae}} {{visitor.name}} {{agent.name}}';
    expect(variablesIn(text)).toEqual(['agent.name', 'visitor.name']);
    expect(unknownVariablesIn(text)).toEqual(['visitor.nmae']);
  });
});
