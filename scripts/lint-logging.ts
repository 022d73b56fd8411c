import { TSESLint } from '@typescript-eslint/utils';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mayLog } from './eslint-rules/log-statements.ts';
import { logging } from './eslint-rules/logging.ts';

/** Runs the logging rule on all deployed code. Undefined, or the violations as text. */
export async function lintLogging(folder = dirname(import.meta.dirname)): Promise<string | undefined> {
  const eslint = new TSESLint.ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [logging],
    passOnNoPatterns: true,
  });
  const paths = globSync('{src,functions,widget}/**/*.{ts,tsx}', { cwd: folder });
  const logs = paths.filter((path) => mayLog(readFileSync(join(folder, path), 'utf8')));
  const results = await eslint.lintFiles(logs);
  if (results.every((result) => result.errorCount === 0)) return undefined;
  return await (await eslint.loadFormatter('stylish')).format(results);
}
