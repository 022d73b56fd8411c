import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { rolldown, type OutputChunk, type Plugin as ModulePlugin } from 'rolldown';
import { minify, type MinifyOptions } from 'terser';

/** The supported browsers (docs/embed.md, Browsers). */
const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];
const JS_TARGET = 'es2022';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A script or module with its source map. */
export interface Script {
  code: string;
  map: string;
}

/** Minifies a style sheet, with its own imports inlined. */
async function minifiedCss(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    target: CSS_TARGET,
    charset: 'utf8',
    write: false,
  });
  return (outputFiles[0]?.text ?? '').trim();
}

/** `import text from './x.css'` yields the minified style sheet as a string. */
const cssInScripts: Plugin = {
  name: 'css-in-scripts',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await minifiedCss(path), loader: 'text' }));
  },
};

const cssInModules: ModulePlugin = {
  name: 'css-in-modules',
  load: {
    filter: { id: /\.css$/ },
    handler: async (id) => ({
      code: `export default ${JSON.stringify(await minifiedCss(id))}`,
      moduleType: 'js',
    }),
  },
};

async function minified({ code, map }: Script, options: MinifyOptions = {}): Promise<Script> {
  const result = await minify(code, {
    ecma: 2020,
    module: true,
    ...options,
    compress: { passes: 3, ...(typeof options.compress === 'object' && options.compress) },
    sourceMap: { content: map },
  });
  return { code: result.code ?? '', map: typeof result.map === 'string' ? result.map : '' };
}

/** Bundles a folder's `index.ts` with the modules that it imports when they are needed. */
export async function bundled(folder: string, external: readonly string[] = []): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { [folder]: `widget/${folder}/index.ts` },
    platform: 'browser',
    preserveEntrySignatures: 'allow-extension',
    transform: { target: JS_TARGET },
    plugins: [cssInModules],
    checks: { bundlerTimings: false },
    external: [...external],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    comments: false,
    sourcemap: true,
    entryFileNames: '[name].js',
    // A module that is imported later has the name of its folder.
    chunkFileNames: ({ name, facadeModuleId }) =>
      name === 'index' && facadeModuleId ? `${basename(dirname(facadeModuleId))}.js` : '[name].js',
  });
  return output.filter((file): file is OutputChunk => file.type === 'chunk');
}

export const minifiedChunk = ({ code, map }: Pick<OutputChunk, 'code' | 'map'>) =>
  minified({ code, map: JSON.stringify(map) });

/** The placeholder that the service replaces with its URL (src/http/asset.ts). */
const SCRIPT_ADDRESS = '{script-address}';

export interface ScriptOptions {
  define?: Record<string, string>;
  /** Turns the statements into one expression, before they are minified. */
  wrap?: (statements: string) => string;
  /** The text around the minified code. */
  around?: readonly [start: string, end: string];
}

/** Bundles one script that refers to the files of its release, whose version is a placeholder. */
export async function script(
  entry: string,
  placeholder: string,
  { define = {}, wrap, around: [start, end] = ['', ''] }: ScriptOptions,
): Promise<Script> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [fileURLToPath(new URL(`./${entry}.ts`, import.meta.url))],
    outfile: `${entry.replace('/', '-')}.js`,
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    target: JS_TARGET,
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: 'external',
    write: false,
    define: {
      ...define,
      WIDGET_RELEASE: JSON.stringify(`widget/${placeholder}/`),
      SCRIPT_ADDRESS: JSON.stringify(SCRIPT_ADDRESS),
    },
    plugins: [cssInScripts],
  });
  const text = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
  const { code, map } = await minified(
    { code: wrap ? wrap(text('.js')) : text('.js'), map: text('.map') },
    { compress: { expression: !!wrap }, format: { preamble: start } },
  );
  return { code: code + end, map };
}
