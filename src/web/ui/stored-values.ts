/** Values in the browser's storage, under names with a common prefix. */
interface StoredValues {
  /** The stored value; undefined if it does not exist. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  /** Calls `listener` when another window changes a value. */
  watch(listener: (name: string) => void): void;
}

/** Uses the browser's storage, or memory if storage is blocked, as in some frames. */
export function storedValues(prefix: string, area: () => Storage = () => localStorage): StoredValues {
  const memory = new Map<string, unknown>();
  return {
    read(name) {
      if (memory.has(name)) return memory.get(name);
      try {
        const value: unknown = JSON.parse(area().getItem(prefix + name) ?? 'null');
        return value;
      } catch {
        // Storage is blocked or the value is not valid JSON: treated as missing.
        return undefined;
      }
    },
    write(name, value) {
      try {
        area().setItem(prefix + name, JSON.stringify(value));
      } catch {
        // Storage is blocked or full: kept in memory until the page is closed.
        memory.set(name, value);
      }
    },
    watch: (listener) =>
      window.addEventListener('storage', ({ key }) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length));
      }),
  };
}
