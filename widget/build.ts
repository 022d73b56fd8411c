import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { minify } from 'terser';

/** The supported browsers (docs/widget.md, Browsers). */
const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];
const JS_TARGET = 'es2022';

/** Removes the white space that esbuild leaves in the values of custom properties. */
const compact = (css: string) => css.trim().replace(/([(,]|--[a-z]+:)\s+|\s+(?=\))/g, '$1');

/**
 * Shortens the names of the custom properties to one letter. All are defined in shell.css, so that a name is
 * the same in both files.
 */
async function shortNames(css: string): Promise<string> {
  const shell = await readFile(new URL('./shell.css', import.meta.url), 'utf8');
  const names = new Set(Array.from(shell.matchAll(/--([a-z]+):/g), ([, name = '']) => name));
  let short = css;
  for (const name of names) {
    short = short.replaceAll(new RegExp(`--${name}\\b`, 'g'), `--${letterOf(names, name)}`);
  }
  return short;
}

const letterOf = (names: Set<string>, name: string) => String.fromCharCode(97 + [...names].indexOf(name));

/** `import text from './x.css'` yields the minified style sheet as a string, with its own imports inlined. */
const minifiedCss: Plugin = {
  name: 'minified-css',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        target: CSS_TARGET,
        charset: 'utf8',
        write: false,
      });
      return { contents: await shortNames(compact(outputFiles[0]?.text ?? '')), loader: 'text' };
    });
  },
};

/** Properties of objects that no page, service or storage sees: they get short names. */
const INTERNAL =
  /^(turns|draft|sound|typing|refused|wait|failure|phase|answer|read|wake|restart|retry|rate|state|base|toggleSound|follow|rest|launcher|shell|speak|retryAfter|want|left|tellOther|askPerson|setDraft)$/;

interface Script {
  code: string;
  map: string;
}

/**
 * Bundles one script with its source map. Every byte counts (docs/widget.md, Weight): esbuild bundles, terser
 * inlines what is used once. `wrap` turns the statements into one expression.
 */
async function script(
  entry: string,
  wrap: (statements: string) => string,
  define: Record<string, string> = {},
): Promise<Script> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./${entry}.ts`, import.meta.url))],
    outfile: `${entry}.js`,
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    target: JS_TARGET,
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: 'external',
    write: false,
    define,
    plugins: [minifiedCss],
  });
  const text = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
  const { code = '', map } = await minify(wrap(text('.js')), {
    ecma: 2020,
    module: true,
    compress: {
      passes: 3,
      expression: true,
      unsafe: true,
      unsafe_arrows: true,
      keep_fargs: false,
      pure_getters: true,
      reduce_funcs: false,
      lhs_constants: false,
      unsafe_math: true,
    },
    mangle: { properties: { builtins: true, regex: INTERNAL } },
    sourceMap: { content: text('.map') },
  });
  return { code, map: typeof map === 'string' ? map : '' };
}

/** The folder of the second file, below the service's endpoints. */
const SECOND_FILES = 'widget/parts';

interface SecondFile extends Script {
  /** Holds a hash of its content. */
  name: string;
}

/**
 * What is loaded on first use: a module. Its name changes with it, so that a script finds the one that it was
 * built with.
 */
export async function buildSecondFile(): Promise<SecondFile> {
  const { code, map } = await script('second-file', (statements) => statements);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
  return { name: `${hash}.js`, code, map };
}

/** A script that loads the second file (widget/extras.ts). */
async function withSecondFile(entry: string): Promise<Script> {
  const { name } = await buildSecondFile();
  return await script(entry, (statements) => called(statements.replaceAll('importSecondFile', 'import')), {
    SECOND_FILE: JSON.stringify(`${SECOND_FILES}/${name}`),
  });
}

const called = (statements: string) => `(()=>{${statements}})()`;

/** The one script that pages load for the chat of the whole deployment. */
export const buildWidget = (): Promise<Script> => withSecondFile('widget');

/** The script inside the frame of a registered widget. */
export const buildFrame = (): Promise<Script> => withSecondFile('frame');

/**
 * The script that pages load for a registered widget: an expression, a function that takes what the widget
 * shows (src/domain/records/widget.ts, PublicConfig) or null.
 */
export async function buildLoader(): Promise<Script> {
  const { code, map } = await script('loader', (statements) => `given=>{${statements}}`);
  return { code: code.replace(/;\s*$/, ''), map };
}
