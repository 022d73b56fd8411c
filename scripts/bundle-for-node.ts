import { build, type BuildOptions, type Metafile } from 'esbuild';
import { basename, dirname, join, relative } from 'node:path';
import { mergeChunks, type Chunks } from './merge-chunks.ts';
import { requiredBuiltins } from './required-builtins.ts';

const ROOT = dirname(import.meta.dirname);

/** Some bundled packages are CommonJS: they call `require` for built-in modules, and use `__dirname`. */
const REQUIRE_IN_A_MODULE = [
  "import { createRequire as requireOf } from 'node:module';",
  'const require = requireOf(import.meta.url);',
].join('\n');

/**
 * Output files by their path: the entry that produced each, the files it imports, those that it loads later
 * (`import()`), and the packages it contains.
 */
export type Bundled = Record<
  string,
  { entry?: string; imports: string[]; loads: string[]; packages: string[] }
>;

/** Of every output file. */
const OUTPUT = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'error',
  // Keeps function and class names: telemetry reports a bug by its error's name.
  minifyWhitespace: true,
  minifySyntax: true,
  // The functions host supplies it to its worker; no package of this name exists.
  external: ['@azure/functions-core'],
} as const satisfies BuildOptions;

export interface NodeBundle {
  entry: string;
  outdir: string;
  define?: Record<string, string>;
  /** Lazily loaded modules that become one file each, with all that they import at their start. */
  merged?: readonly string[];
}

/** Bundles an entry for Node without `node_modules`; lazily imported modules become chunks. */
export async function bundleForNode({
  entry,
  outdir,
  define = {},
  merged = [],
}: NodeBundle): Promise<Bundled> {
  const { metafile } = await build({
    ...OUTPUT,
    entryPoints: [entry],
    outdir,
    // Merging changes and removes files of one entry alone.
    chunkNames: `chunks/${basename(entry, '.ts')}/[name]-[hash]`,
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [requiredBuiltins],
    banner: { js: REQUIRE_IN_A_MODULE },
    define: { __dirname: 'import.meta.dirname', ...define },
    metafile: true,
  });
  const folder = relative(ROOT, outdir);
  if (merged.length === 0) return bundled(metafile.outputs, folder);
  const chunks = chunksIn(metafile.outputs, folder);
  return await mergeChunks({ chunks, outdir, entries: merged, main: relative(ROOT, entry) }, OUTPUT);
}

const unique = (values: readonly string[]) => [...new Set(values)];

function bundled(outputs: Metafile['outputs'], folder: string): Bundled {
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

/** Output files as `mergeChunks` takes them, by their path in a folder. */
export function chunksIn(outputs: Metafile['outputs'], folder: string): Chunks {
  return Object.fromEntries(
    Object.entries(bundled(outputs, folder)).map(([path, file]) => [
      path,
      { ...file, exports: outputs[join(folder, path)]?.exports ?? [] },
    ]),
  );
}
