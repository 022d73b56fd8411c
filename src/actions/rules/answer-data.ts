import { isExactNumber } from '../../lib/exact-json.ts';
import type { ActionEdit, AnswerField } from '../records/action.ts';
import type { LabeledValue } from '../../conversations/records/tried-action.ts';

/** The maximum number of items of a list; further items are ignored. */
export const MAX_ITEMS = 20;
/** The maximum length of all values of an answer together, in characters. */
const MAX_LENGTH = 12_000;

/** A value at a path, with its index in each list on the path. */
interface Found {
  value: unknown;
  positions: readonly number[];
}

/**
 * The chosen fields of an API response as plain text. Values of list items have their position, and follow
 * each other. All other fields are left out.
 */
export function answerData(fields: readonly AnswerField[], body: unknown): LabeledValue[] {
  const lists = fields.map(({ path }) => /^.*\[\]/.exec(path)?.[0] ?? path);
  const found = fields.flatMap((field, at) =>
    valuesAt(body, field.path).map(({ value, positions }) => ({
      field,
      value: textOf(value),
      positions,
      // Fields of one list belong together.
      order: [lists.indexOf(lists[at] ?? ''), ...positions, at],
    })),
  );
  const inOrder = found.toSorted((one, other) => comparePositions(one.order, other.order));
  const data: LabeledValue[] = [];
  let length = 0;
  for (const { field, value, positions } of inOrder) {
    if (value === undefined) continue;
    const text = cut(value, field.maxLength);
    length += text.length;
    if (length > MAX_LENGTH) break;
    const isOneOfMany = found.some((other) => other.field === field && other.positions.some((it) => it > 0));
    const number = positions.map((position) => position + 1).join('.');
    data.push({ label: field.label, value: text, ...(isOneOfMany && { item: number }) });
  }
  return data;
}

/** The configured sentence for an HTTP status, shown to the visitor; undefined if not configured. */
export function sentenceOf({ statuses }: Pick<ActionEdit, 'statuses'>, status: number): string | undefined {
  return statuses.find((one) => one.status === status)?.sentence;
}

/** Masks secrets in the texts and property names of a JSON value: APIs can echo headers in errors. */
export function withoutSecrets(body: unknown, secrets: readonly string[]): unknown {
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text);
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [hide(name), inside(one)]));
  };
  return secrets.length === 0 ? body : inside(body);
}

function valuesAt(body: unknown, path: string): Found[] {
  let found: Found[] = [{ value: body, positions: [] }];
  if (path === '') return found;
  for (const segment of path.split('.')) {
    const isList = segment.endsWith('[]');
    const name = isList ? segment.slice(0, -2) : segment;
    found = found.flatMap(({ value, positions }) => {
      // A path that begins with `[]` means the items of the response itself.
      const inner = name === '' ? value : propertyOf(value, name);
      if (!isList) return [{ value: inner, positions }];
      const items: readonly unknown[] = Array.isArray(inner) ? inner : [];
      return items.slice(0, MAX_ITEMS).map((item, at) => ({ value: item, positions: [...positions, at] }));
    });
  }
  return found;
}

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return undefined;
  if (!Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** Undefined for a missing value. Control characters become spaces, since they could end a prompt line. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return plain === '' ? undefined : plain;
}

function cut(text: string, limit: number): string {
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : text;
}

function comparePositions(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
