import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { mergeChunks, type Chunks } from './merge-chunks.ts';
import { requiredBuiltins } from './required-builtins.ts';

const ROOT = dirname(import.meta.dirname);

/** Some bundled packages are CommonJS: they call `require` for built-in modules, and use `__dirname`. */
const REQUIRE_IN_A_MODULE = [
  "import { createRequire as requireOf } from 'node:module';",
  'const require = requireOf(import.meta.url);',
].join('\n');

/**
 * Output files by their path: the entry that produced each, the files it imports, and the packages it
 * contains.
 */
export type Bundled = Record<string, { entry?: string; imports: string[]; packages: string[] }>;

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
  /** Default: the entry is one file with all that it imports at its start. */
  isOneFile?: boolean;
  /** Lazily loaded modules that become one file each, with all that they import at their start. */
  merged?: readonly string[];
}

/** Bundles an entry for Node without `node_modules`; lazily imported modules become chunks. */
export async function bundleForNode({
  entry,
  outdir,
  define = {},
  isOneFile = true,
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
  const chunks = chunksIn(metafile.outputs, relative(ROOT, outdir));
  const files = bundled(metafile.outputs, relative(ROOT, outdir));
  const source = relative(ROOT, entry);
  const [path] = Object.entries(files).find((file) => file[1].entry === source) ?? [];
  if (path === undefined) throw new Error(`${entry} has no output.`);
  if (!isOneFile) return files;
  await inlineImports(join(outdir, path));
  const packages = packagesLoadedBy(path, files);
  const { [path]: _entry, ...rest } = await mergeChunks({ chunks, outdir, entries: merged }, OUTPUT);
  return { ...rest, [path]: { entry: source, imports: [], packages } };
}

/**
 * Copies the chunks that an output imports into it, because an entry's start waits for each file. What they
 * share with chunks that are loaded later is in two files then, so it must have no state and no class that
 * `instanceof` asks for.
 */
async function inlineImports(path: string): Promise<void> {
  const loadedLater: Plugin = {
    name: 'loaded-later',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ path: chunk, kind, resolveDir }) =>
        kind === 'dynamic-import'
          ? { path: `./${relative(dirname(path), resolve(resolveDir, chunk))}`, external: true }
          : undefined,
      );
    },
  };
  await build({
    ...OUTPUT,
    entryPoints: [path],
    outfile: path,
    allowOverwrite: true,
    plugins: [loadedLater],
  });
}

function packagesLoadedBy(path: string, files: Bundled): string[] {
  const loaded = new Set([path]);
  for (const file of loaded) for (const next of files[file]?.imports ?? []) loaded.add(next);
  return [...new Set([...loaded].flatMap((file) => files[file]?.packages ?? []))];
}

function bundled(outputs: Metafile['outputs'], folder: string): Bundled {
  const packageOf = (path: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { entryPoint: entry, imports, inputs }]) => [
      relative(folder, path),
      {
        ...(entry !== undefined && { entry }),
        imports: imports.flatMap(({ path: imported, kind }) =>
          kind === 'import-statement' && imported in outputs ? [relative(folder, imported)] : [],
        ),
        packages: [...new Set(Object.keys(inputs).flatMap((input) => packageOf(input) ?? []))],
      },
    ]),
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
