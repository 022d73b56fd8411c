import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    pool: 'forks',
    // Most tests wait more than they compute, so the main thread needs no core of its own.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The limit for polling on a busy machine; on an idle one the condition holds at once.
    expect: { poll: { timeout: 15_000 } },
    retry: 0,
  },
});
