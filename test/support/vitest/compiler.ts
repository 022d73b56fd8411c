import type { TestProject } from 'vitest/node';
import { COMPILED } from './projects.ts';

/** Reports that the templates are not compiled in this run, if the configuration excluded their test. */
export default function compiler({ config }: TestProject): void {
  if (!config.exclude.includes(COMPILED)) return;
  process.stdout.write(`There is no Bicep CLI here, so ${COMPILED} is not in this run.\n`);
}
