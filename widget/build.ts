import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform, type Plugin } from 'esbuild';
import { minify } from 'terser';

/** The browsers that the widget is written for (docs/widget.md, Browsers). */
const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];
const JS_TARGET = 'es2022';

/** Takes out the white space that esbuild leaves in the values of custom properties. */
const compact = (css: string) => css.trim().replace(/([(,]|--[a-z]+:)\s+|\s+(?=\))/g, '$1');

/** Gives the custom properties that a style sheet sets itself names of one letter. */
function shortNames(css: string): string {
  const names = new Set(Array.from(css.matchAll(/--([a-z]+):/g), ([, name = '']) => name));
  let short = css;
  for (const name of names)
    short = short.replaceAll(new RegExp(`--${name}\\b`, 'g'), `--${letterOf(names, name)}`);
  return short;
}

const letterOf = (names: Set<string>, name: string) => String.fromCharCode(97 + [...names].indexOf(name));

/** `import text from './x.css'` is the minified style sheet as a string. */
const minifiedCss: Plugin = {
  name: 'minified-css',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true, target: CSS_TARGET });
      return { contents: shortNames(compact(code)), loader: 'text' };
    });
  },
};

/**
 * Bundles the widget into the one script that pages load, with its source map. Every byte counts (docs/widget.md, Weight):
 * esbuild bundles, terser folds what is used once into its place.
 */
export async function buildWidget(): Promise<{ code: string; map: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./widget.ts', import.meta.url))],
    outfile: 'widget.js',
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    target: JS_TARGET,
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: 'external',
    write: false,
    plugins: [minifiedCss],
  });
  const text = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
  const { code = '', map } = await minify(`(()=>{${text('.js')}})()`, {
    ecma: 2020,
    module: true,
    compress: {
      passes: 3,
      unsafe: true,
      unsafe_arrows: true,
      keep_fargs: false,
      pure_getters: true,
      reduce_funcs: false,
    },
    sourceMap: { content: text('.map') },
  });
  return { code, map: typeof map === 'string' ? map : '' };
}
