import { performance } from 'node:perf_hooks';

/**
 * Process events for which a leftover listener would affect later files. Signals are excluded, because
 * Playwright listens to them.
 */
const EVENTS = ['uncaughtException', 'unhandledRejection', 'warning', 'message'];
/** Set by Vitest for each file. */
const OF_VITEST = /^(VITEST|__VITEST)/;
const GLOBALS = [
  'fetch',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'queueMicrotask',
  'Date',
  'WebSocket',
] as const;

/** State that the test files of a process share and that one file could change for the others. */
export interface SharedState {
  environment: ReadonlyMap<string, string | undefined>;
  globals: ReadonlyMap<string, unknown>;
  listeners: ReadonlyMap<string, number>;
}

export function sharedState(): SharedState {
  const environment = Object.entries(process.env).filter(([name]) => !OF_VITEST.test(name));
  const globals: [string, unknown][] = GLOBALS.map((name) => [name, Reflect.get(globalThis, name)]);
  return {
    environment: new Map(environment),
    globals: new Map([
      ...globals,
      ['Date.now', Date.now],
      ['Math.random', Math.random],
      ['performance.now', performance.now],
      ['cwd', process.cwd()],
    ]),
    listeners: new Map(EVENTS.map((name) => [name, process.listenerCount(name)])),
  };
}

/** The names of changes between two states. */
export function leftBehind(before: SharedState, after: SharedState): string[] {
  const changed = (kind: keyof SharedState) =>
    [...new Set([...before[kind].keys(), ...after[kind].keys()])]
      .filter((name) => before[kind].get(name) !== after[kind].get(name))
      .map((name) => `${kind}: ${name}`);
  return [...changed('environment'), ...changed('globals'), ...changed('listeners')];
}
