import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { PATIENCE_MS } from './test/support/patience.ts';
import SecondTries from './test/support/second-tries.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: 'test/support/temporary-folder.ts',
    pool: 'forks',
    // A test waits more than it computes: for a browser, another process, a time-out. With more workers, the
    // SDKs of the cloud load so slowly that time-outs of the product pass.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A condition may take its time on a busy machine; what it waits for comes at once on a calm one.
    expect: { poll: { interval: 10, timeout: PATIENCE_MS } },
    // One race among thousands of tests does not fail a change; `SecondTries` names it.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default', new SecondTries()],
  },
});
