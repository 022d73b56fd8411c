/**
 * Structural sharing: replaces each part of a JSON value that equals the previous one with the previous
 * object, so that its view is not rendered again. Array elements are compared by id, or else by index.
 */
export function shareStructure<T>(before: unknown, after: T): T;
export function shareStructure(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return after;
  if (Array.isArray(before) && Array.isArray(after)) return shareList(before, after);
  if (Array.isArray(before) || Array.isArray(after)) return after;
  const entries = Object.entries(after).map(
    ([name, part]) => [name, shareStructure(before[name], part)] as const,
  );
  const same =
    entries.length === Object.keys(before).length &&
    entries.every(([name, part]) => name in before && Object.is(part, before[name]));
  return same ? before : Object.fromEntries(entries);
}

function shareList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((one) => [idOf(one), one]));
  const made = after.map((one, index) => {
    const id = idOf(one);
    return shareStructure(id === undefined ? before[index] : byId.get(id), one);
  });
  const same = made.length === before.length && made.every((one, index) => Object.is(one, before[index]));
  return same ? before : made;
}

const idOf = (one: unknown): unknown => (isRecord(one) ? (one['id'] ?? one['sessionId']) : undefined);

/** Whether a value is an object or an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
