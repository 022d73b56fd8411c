import type { TestProject } from 'vitest/node';

/**
 * Needs the Bicep CLI. In CI it always runs, and fails without the compiler. Elsewhere it runs if the
 * compiler is installed.
 */
export const COMPILED = 'test/infra/compiled.built.test.ts';

/** Reports that the templates are not compiled in this run, if the configuration excluded their test. */
export default function compiler({ config }: TestProject): void {
  if (!config.exclude.includes(COMPILED)) return;
  process.stdout.write(`There is no Bicep CLI here, so ${COMPILED} is not in this run.\n`);
}
