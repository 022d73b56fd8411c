import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';

/** The contract suites of the store on the emulator of Cosmos DB: `npm run test:emulator`. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  define: root.define ?? {},
  test: {
    include: ['test/emulator/*.emulator.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
