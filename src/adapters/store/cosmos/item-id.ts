/** A key as the id of an item, which may not hold `/`, `\`, `?` or `#`: every other character stands for itself. */
export function itemId(key: string): string {
  return key.replace(/[^\w.:@-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);
}
