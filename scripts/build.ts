import { build, type BuildOptions } from 'esbuild';
import { existsSync, globSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { lintLogging } from './lint-logging.ts';

const ROOT = dirname(import.meta.dirname);
const OUT = 'dist';

const SERVICE_ENTRIES = ['functions/local.ts', 'functions/runtime.ts', 'functions/control-plane.ts'];
const WIDGET_ENTRY = 'widget/widget.ts';
const WIDGET_LOCALES = 'widget/locales';

/** Some bundled packages are CommonJS inside and still call `require` for what is built into Node. */
const REQUIRE_IN_A_MODULE = [
  "import { createRequire as requireOf } from 'node:module';",
  'const require = requireOf(import.meta.url);',
].join('\n');

const common: BuildOptions = {
  absWorkingDir: ROOT,
  outdir: OUT,
  bundle: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'error',
};

/** The local host, the runtime and the control plane; what they load on first use becomes chunks that they share. */
async function service(version: string): Promise<void> {
  await build({
    ...common,
    entryPoints: SERVICE_ENTRIES.filter(present),
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    // The Functions host supplies this one to its worker; no package of this name exists.
    external: ['@azure/functions-core'],
    banner: { js: REQUIRE_IN_A_MODULE },
    define: { __VERSION__: JSON.stringify(version) },
  });
}

/** The script that customers' sites embed, and its languages. */
async function widget(): Promise<void> {
  if (!present(WIDGET_ENTRY)) return;
  await build({
    ...common,
    entryPoints: [WIDGET_ENTRY],
    format: 'iife',
    target: 'es2020',
    minify: true,
    loader: { '.css': 'text' },
  });
  if (present(WIDGET_LOCALES)) {
    await cp(`${ROOT}/${WIDGET_LOCALES}`, `${ROOT}/${OUT}/widget-locales`, { recursive: true });
  }
}

/** `src/pages/<name>/client.tsx` and `style.css` become `dist/pages/<name>.js` and `.css`. */
async function pages(): Promise<void> {
  const parts = globSync('src/pages/*/{client.ts,client.tsx,style.css}', { cwd: ROOT });
  await build({
    ...common,
    entryPoints: parts.map((part) => ({ in: part, out: `pages/${basename(dirname(part))}` })),
    format: 'esm',
    target: 'es2022',
    minify: true,
  });
}

function present(path: string): boolean {
  return existsSync(`${ROOT}/${path}`);
}

/** Builds everything into `dist`. A log statement that names content fails the build. */
async function main(): Promise<void> {
  const { version } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8')) as { version: string };
  await rm(`${ROOT}/${OUT}`, { recursive: true, force: true });
  const [violations] = await Promise.all([lintLogging(), service(version), widget(), pages()]);
  if (violations !== undefined) {
    process.stderr.write(violations);
    process.exitCode = 1;
  }
}

await main();
