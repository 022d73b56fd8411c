/**
 * Values in the browser's storage, under names with a common prefix; in memory if storage is blocked, as in
 * some frames.
 */
export function storedValues(prefix: string, area: () => Storage = () => localStorage) {
  const memory = new Map<string, unknown>();
  return {
    /** The stored value; undefined if it does not exist. */
    read(name: string) {
      if (memory.has(name)) return memory.get(name);
      try {
        const value: unknown = JSON.parse(area().getItem(prefix + name) ?? 'null');
        return value;
      } catch {
        // Storage is blocked or the value is not valid JSON: treated as missing.
        return undefined;
      }
    },
    write(name: string, value: unknown) {
      try {
        area().setItem(prefix + name, JSON.stringify(value));
      } catch {
        // Storage is blocked or full: kept in memory until the page is closed.
        memory.set(name, value);
      }
    },
    /** Calls `listener` when another window changes a value. */
    watch: (listener: (name: string) => void) =>
      window.addEventListener('storage', ({ key }) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length));
      }),
  };
}
