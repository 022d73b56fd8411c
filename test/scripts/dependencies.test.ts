import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'));

test('every dependency has an exact version, which is the locked one', () => {
  const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
  const { packages } = read('package-lock.json') as { packages: Record<string, { version?: string }> };
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});
