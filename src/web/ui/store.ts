import { useLayoutEffect, useState } from 'preact/hooks';

/** An observable value. */
export interface Store<T> {
  get(): T;
  /** Updates the value. Listeners are only notified if it has changed. */
  update(change: (value: T) => T): void;
  /** Calls `listener` after each change. The returned function unsubscribes. */
  watch(listener: (value: T, before: T) => void): () => void;
}

export function store<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<(value: T, before: T) => void>();
  return {
    get: () => value,
    update(change) {
      const before = value;
      value = change(before);
      if (Object.is(before, value)) return;
      for (const listener of [...listeners]) listener(value, before);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store. Renders the component again when it changes. */
export function useStore<T>(source: Store<T>): T {
  const [, redraw] = useState<T>(source.get);
  useLayoutEffect(() => {
    redraw(() => source.get());
    return source.watch((value) => redraw(() => value));
  }, [source]);
  return source.get();
}
