import { TSESLint } from '@typescript-eslint/utils';
import { dirname } from 'node:path';
import { logging } from './eslint-rules/logging.ts';

/** Runs the logging rule over all deployed code; undefined, or the violations as text. */
export async function lintLogging(folder = dirname(import.meta.dirname)): Promise<string | undefined> {
  const eslint = new TSESLint.ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [logging],
    errorOnUnmatchedPattern: false,
  });
  const results = await eslint.lintFiles(['src', 'functions', 'widget']);
  if (results.every((result) => result.errorCount === 0)) return undefined;
  return await (await eslint.loadFormatter('stylish')).format(results);
}
