/** Values of this browser, under names with a common prefix. */
export interface StoredValues {
  /** Undefined if it does not exist. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  /** Calls `listener` when another window has changed a value. */
  watch(listener: (name: string) => void): void;
}

/** Stores in the browser's storage, or in memory where that is blocked, as it may be inside a frame. */
export function storedValues(prefix: string, area: () => Storage = () => localStorage): StoredValues {
  const memory = new Map<string, unknown>();
  return {
    read(name) {
      if (memory.has(name)) return memory.get(name);
      try {
        const value: unknown = JSON.parse(area().getItem(prefix + name) ?? 'null');
        return value;
      } catch {
        // Blocked, or not ours: treated as empty.
        return undefined;
      }
    },
    write(name, value) {
      try {
        area().setItem(prefix + name, JSON.stringify(value));
      } catch {
        // Blocked or full: kept in memory for this page.
        memory.set(name, value);
      }
    },
    watch: (listener) =>
      window.addEventListener('storage', ({ key }) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length));
      }),
  };
}
