/** The fields of a change that were given. */
export function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
