import * as z from 'zod/mini';

/** A JSON-LD node. Its values are not validated. */
export const Node = z.record(z.string(), z.unknown());
export type Node = z.output<typeof Node>;

/** The values of a property, which can be a single value or a list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A string or number as text, or the name of a node. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  const name = Node.safeParse(value).data?.['name'];
  return typeof name === 'string' ? name.trim() : '';
}
