import type { Plugin } from 'esbuild';
import { isBuiltin } from 'node:module';

/**
 * Makes bundles `require` built-in modules instead of importing them. An import reads all exports of a
 * module. For `node:http` that loads Node's fetch, which takes a third of the load time of a bundled SDK.
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
