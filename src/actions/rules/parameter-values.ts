import { isExactNumber } from '../../lib/exact-json.ts';
import type { ActionParameter, ParameterType } from '../records/action.ts';
import { codePointLength } from '../../lib/text.ts';
import { compilePattern, MAX_PATTERN_VALUE } from './patterns.ts';

/** Values by the names of their parameters; a number that JavaScript cannot keep is its text. */
export type ActionValues = Readonly<Record<string, string | number>>;

/** The default maximum length of a text, in code points. */
const MAX_TEXT = 1_000;
/** Up to 38 digits, as databases store them: more than every integer of 64 bits. */
const DECIMAL = /^-?\d{1,38}(?:\.\d{1,10})?$/;
/** The number of digits that a JavaScript number always keeps. */
const KEPT_DIGITS = 15;

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
): { value: string | number } | { problem: string } {
  const number = numberOf(value);
  if (number === undefined) return { problem: 'must be a number' };
  if (number === 'not-exact') return { problem: 'is too long for a JSON number, and must be sent as text' };
  if (whole === true && !isWhole(number)) return { problem: 'must be a whole number' };
  // A long number is compared as it is rounded, like the limits.
  if (Number(number) < minimum) return { problem: `must be at least ${minimum}` };
  if (Number(number) > maximum) return { problem: `must be at most ${maximum}` };
  return { value: number };
}

/** A number, or the text of a number that JavaScript would change; undefined for other values. */
function numberOf(given: unknown): number | string | 'not-exact' | undefined {
  const value = isExactNumber(given) ? given.rawJSON : given;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return undefined;
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : 'not-exact';
  }
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  // A model may write an exponent.
  if (!DECIMAL.test(text)) return isExactNumber(given) ? numberOf(Number(text)) : undefined;
  const isKept = text.replaceAll(/\D/g, '').length <= KEPT_DIGITS;
  return isKept ? Number(text) : text.replace(/^(-?)0+(?=\d)/, '$1');
}

function isWhole(number: number | string): boolean {
  return typeof number === 'number' ? Number.isInteger(number) : /^-?\d+(?:\.0+)?$/.test(number);
}

function checkText(
  { pattern, maxLength = MAX_TEXT }: ParameterType & { kind: 'text' },
  value: unknown,
): { value: string } | { problem: string } {
  // Models send order numbers as JSON numbers.
  const isNumber = isExactNumber(value) || (typeof value === 'number' && Number.isSafeInteger(value));
  const written = isNumber ? JSON.stringify(value) : value;
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
