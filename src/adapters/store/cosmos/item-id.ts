/**
 * A key as an item id, which must not contain `/`, `\`, `?` or `#`; all other characters stay as they are.
 */
export function itemId(key: string): string {
  return key.replace(/[^\w.:@-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);
}
