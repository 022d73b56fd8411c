import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform, type Plugin } from 'esbuild';

/** The browsers that the style sheet is written for; older ones get the widget in its light colours. */
const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/** `import text from './x.css'` is the minified style sheet as a string. */
const minifiedCss: Plugin = {
  name: 'minified-css',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true, target: CSS_TARGET });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

/** Bundles the widget into the one script that pages load, with its source map. */
export async function buildWidget(): Promise<{ code: string; map: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./widget.ts', import.meta.url))],
    outfile: 'widget.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: 'external',
    write: false,
    plugins: [minifiedCss],
  });
  const text = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
  return { code: text('.js'), map: text('.map') };
}
