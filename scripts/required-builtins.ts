import type { Plugin } from 'esbuild';
import { isBuiltin } from 'node:module';

/**
 * What Node brings is required in a bundle, not imported. An import of a built-in module reads each of its exports, and
 * one of `node:http` loads the whole of Node's fetch: a third of the time that a bundled SDK takes.
 */
export const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_/0-9]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};
