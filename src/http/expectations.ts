import type { $ZodRawIssue } from 'zod/v4/core';

/**
 * The message for a validation issue, without any input; a message of the schema has priority.
 */
export function expectation(issue: $ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : `must be ${named(issue.expected)}`;
    case 'invalid_value':
      return issue.input === undefined ? 'required' : `must be ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
      return limit('at least', issue.minimum, issue.origin);
    case 'too_big':
      return limit('at most', issue.maximum, issue.origin);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'must have the form that the API description gives';
    default:
      return undefined;
  }
}

const FORMATS: Record<string, string> = {
  guid: 'must be a UUID',
  uuid: 'must be a UUID',
  datetime: 'must be a time in UTC such as 2026-11-20T17:24:00.000Z',
};

const UNITS: Record<string, [one: string, several: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function limit(bound: 'at least' | 'at most', size: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  const verb = origin === 'array' ? 'have' : 'be';
  return `must ${verb} ${bound} ${size}${unit ? ` ${unit[Number(size) === 1 ? 0 : 1]}` : ''}`;
}

const NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function named(type: string): string {
  return NAMES[type] ?? type;
}
