import { build, type Metafile } from 'esbuild';
import { dirname, relative } from 'node:path';
import { requiredBuiltins } from './required-builtins.ts';

const ROOT = dirname(import.meta.dirname);

/** For bundled CommonJS packages, which use `require` for built-in modules and `__dirname`. */
const REQUIRE_IN_A_MODULE = [
  "import { createRequire as requireOf } from 'node:module';",
  'const require = requireOf(import.meta.url);',
].join('\n');

/**
 * Output files by path: their entry point, imported files, lazily loaded files (`import()`), and packages.
 */
export type BundleOutputs = Record<
  string,
  { entry?: string; imports: string[]; loads: string[]; packages: string[] }
>;

interface NodeBundle {
  entry: string;
  outdir: string;
  define?: Record<string, string>;
}

/** Bundles an entry point for Node with its packages. Lazily imported modules become chunks. */
export async function bundleForNode({ entry, outdir, define = {} }: NodeBundle): Promise<BundleOutputs> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'error',
    // Keeps the names of functions and classes, because telemetry reports errors by name.
    minifyWhitespace: true,
    minifySyntax: true,
    // The Functions host provides it to its worker. There is no package of this name.
    external: ['@azure/functions-core'],
    entryPoints: [entry],
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [requiredBuiltins],
    banner: { js: REQUIRE_IN_A_MODULE },
    define: { __dirname: 'import.meta.dirname', ...define },
    metafile: true,
  });
  return outputsByPath(metafile.outputs, relative(ROOT, outdir));
}

const unique = (values: readonly string[]) => [...new Set(values)];

function outputsByPath(outputs: Metafile['outputs'], folder: string): BundleOutputs {
  const packageOf = (path: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { entryPoint: entry, imports, inputs }]) => {
      const imported = (as: string) =>
        imports.flatMap((one) =>
          one.kind === as && one.path in outputs ? [relative(folder, one.path)] : [],
        );
      return [
        relative(folder, path),
        {
          ...(entry !== undefined && { entry }),
          imports: imported('import-statement'),
          loads: imported('dynamic-import'),
          packages: unique(Object.keys(inputs).flatMap((input) => packageOf(input) ?? [])),
        },
      ];
    }),
  );
}
