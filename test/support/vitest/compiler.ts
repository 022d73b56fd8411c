import type { TestProject } from 'vitest/node';
import { COMPILED } from './projects.ts';

/** Says that the templates are not compiled in this run, where the configuration has left out their test. */
export default function compiler({ config }: TestProject): void {
  if (!config.exclude.includes(COMPILED)) return;
  process.stdout.write(`There is no Bicep CLI here, so ${COMPILED} is not in this run.\n`);
}
