import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Start<T> = () => T | Promise<T>;

/**
 * A fixture of a suite: started before its first test and closed after its last one. Returns a reference for
 * tests and hooks. `test.extend` has scopes for files and tests only, not for a suite of
 * `describe.each(HOSTS)`.
 */
export function sharedFixture<T extends object>(start: Start<T>): T {
  const { reference, open, close } = fixture(start);
  beforeAll(open);
  afterAll(close);
  return reference;
}

/** A fixture for each test: started before it and closed after it. */
export function freshFixture<T extends object>(start: Start<T>): T {
  const { reference, open, close } = fixture(start);
  beforeEach(open);
  afterEach(close);
  return reference;
}

function fixture<T extends object>(start: Start<T>) {
  let latest: T | undefined;
  const current = (): T => {
    if (latest) return latest;
    throw new Error('A fixture is there in tests and hooks only.');
  };
  // The target stays empty, because every access goes to the last started fixture.
  const reference = new Proxy({} as T, {
    get: (_target, name) => Reflect.get(current(), name),
    set: (_target, name, value) => Reflect.set(current(), name, value),
    has: (_target, name) => Reflect.has(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor(_target, name) {
      const described = Reflect.getOwnPropertyDescriptor(current(), name);
      return described && { ...described, configurable: true };
    },
  });
  return {
    reference,
    async open() {
      latest = await start();
    },
    async close() {
      if (latest && isClosable(latest)) await latest.close();
    },
  };
}

function isClosable(value: object): value is { close(): unknown } {
  return 'close' in value && typeof value.close === 'function';
}
