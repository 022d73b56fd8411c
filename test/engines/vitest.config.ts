import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';
import { PATIENCE_MS } from '../support/vitest/patience.ts';

const inSupport = (name: string) => join(import.meta.dirname, '../support/vitest', name);

/** The journey in every engine that is installed: `npm run test:engines`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  define: root.define ?? {},
  oxc: root.oxc ?? {},
  test: {
    include: ['test/engines/*.engine.ts'],
    globalSetup: inSupport('temporary-folder.ts'),
    setupFiles: inSupport('shared-process.ts'),
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 50, timeout: PATIENCE_MS } },
  },
});
