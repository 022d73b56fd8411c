import type { ActionParameter, ParameterType } from '../records/action.ts';
import { codePointLength } from '../text.ts';
import { compilePattern, MAX_PATTERN_VALUE } from './patterns.ts';

/** Values by the names of their parameters. */
export type ActionValues = Readonly<Record<string, string | number>>;

/** The default maximum length of a text, in code points. */
const MAX_TEXT = 1_000;
const DECIMAL = /^-?\d{1,16}(?:\.\d{1,10})?$/;

/** Whether a model, a form or an agent supplies the value; the others come from claims or are fixed. */
export function isInputParameter({ source }: Pick<ActionParameter, 'source'>): boolean {
  return source.from === 'model';
}

/**
 * Validates the input of a model, a form or an agent. Values for claims, fixed and unknown parameters are
 * refused, so that a caller cannot impersonate another visitor.
 */
export function checkValues(
  parameters: readonly ActionParameter[],
  given: unknown,
): { values: ActionValues } | { problems: string[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { problems: ['The values must be an object.'] };
  }
  const asked = parameters.filter(isInputParameter);
  const entries = new Map<string, unknown>(Object.entries(given));
  const problems = Array.from(entries.keys())
    .filter((name) => !asked.some((parameter) => parameter.name === name))
    .map((name) => `“${name.slice(0, 50)}” is not a value of this action.`);
  const values: [string, string | number][] = [];
  for (const { name, label, type, required } of asked) {
    const value = entries.get(name);
    if (value === undefined || value === null || value === '') {
      if (required) problems.push(`${label} is missing.`);
      continue;
    }
    const checked = checkValue(type, value);
    if ('problem' in checked) problems.push(`${label} ${checked.problem}.`);
    else values.push([name, checked.value]);
  }
  return problems.length > 0 ? { problems } : { values: Object.fromEntries(values) };
}

/** Converts a value to the type of its parameter, or returns the requirement that it does not meet. */
export function checkValue(
  type: ParameterType,
  value: unknown,
): { value: string | number } | { problem: string } {
  switch (type.kind) {
    case 'number':
      return checkNumber(type, value);
    case 'choice':
      return typeof value === 'string' && type.options.includes(value)
        ? { value }
        : { problem: `must be one of ${type.options.join(', ')}` };
    case 'date':
      return typeof value === 'string' && isDate(value)
        ? { value }
        : { problem: 'must be a date such as 2026-12-31' };
    case 'text':
      return checkText(type, value);
  }
}

function checkNumber(
  { minimum = -Infinity, maximum = Infinity, whole }: ParameterType & { kind: 'number' },
  value: unknown,
): { value: number } | { problem: string } {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  // Larger numbers lose precision in JSON and are written with an exponent.
  if (typeof number !== 'number' || !(Math.abs(number) <= Number.MAX_SAFE_INTEGER)) {
    return { problem: 'must be a number' };
  }
  if (whole === true && !Number.isInteger(number)) return { problem: 'must be a whole number' };
  if (number < minimum) return { problem: `must be at least ${minimum}` };
  if (number > maximum) return { problem: `must be at most ${maximum}` };
  return { value: number };
}

function checkText(
  { pattern, maxLength = MAX_TEXT }: ParameterType & { kind: 'text' },
  value: unknown,
): { value: string } | { problem: string } {
  // Models send order numbers as JSON numbers.
  const written = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof written !== 'string') return { problem: 'must be a text' };
  const text = written.toWellFormed().trim();
  if (text === '') return { problem: 'must not be empty' };
  const limit = pattern === undefined ? maxLength : Math.min(maxLength, MAX_PATTERN_VALUE);
  if (text.length > 2 * limit || codePointLength(text) > limit) {
    return { problem: `must be at most ${limit} characters` };
  }
  // The only allowed control characters are line breaks and tabs.
  if (/[^\P{Cc}\t\n\r]/u.test(text)) return { problem: 'must not have control characters' };
  if (pattern !== undefined && !compilePattern(pattern).test(text)) {
    return { problem: 'has not the right form' };
  }
  return { value: text };
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD` (RFC 3339, full-date). */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
