import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { minify } from 'terser';

/** The supported browsers (docs/embed.md, Browsers). */
const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];
const JS_TARGET = 'es2022';

/** Removes white space that esbuild leaves in custom properties. */
const compact = (css: string) => css.trim().replace(/([(,]|--[a-z]+:)\s+|(?<!\s)\s+(?=\))/g, '$1');

/**
 * Shortens the names of custom properties to one letter. All are defined in shell.css, so that both files use
 * the same names.
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

/**
 * Properties of objects that are not visible to pages, the service or storage. They get the same short names
 * in every file.
 */
const INTERNAL =
  'turns draft sound typing handoff wait failure phase answer read wake restart retry post state base toggleSound follow rest launcher shell speak retryAfter want left tellOther askPerson setDraft resume resumed remember isKnown signedIn fault row share enrich noteLength realtime chime decorate input call attach detach draw stand hasFocus'.split(
    ' ',
  );
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$';
const SHORT_NAMES = INTERNAL.map((name, index) => [name, LETTERS.charAt(index)] as const);

interface Script {
  code: string;
  map: string;
}

interface ScriptOptions {
  define?: Record<string, string>;
  /** The text around the minified code. */
  around?: [start: string, end: string];
}

/** The placeholder that the service replaces with its URL (src/http/asset.ts). */
const SCRIPT_ADDRESS = '{script-address}';

/**
 * Bundles one script with its source map. Size matters (docs/embed.md, Size): esbuild bundles, and terser
 * inlines code that is used once. `wrap` turns the statements into one expression.
 */
async function script(
  entry: string,
  wrap: (statements: string) => string,
  { define = {}, around: [start, end] = ['', ''] }: ScriptOptions = {},
): Promise<Script> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: [fileURLToPath(new URL(`./${entry}.ts`, import.meta.url))],
    outfile: `${entry.replace('/index', '')}.js`,
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
  // `cache` is missing in the types of Terser 5. Terser adds to it.
  const isModule = entry.includes('/');
  const cache = { props: new Map(SHORT_NAMES) };
  const properties = { builtins: true, regex: new RegExp(`^(${INTERNAL.join('|')})$`), cache };
  const text = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
  const { code = '', map } = await minify(wrap(text('.js').replaceAll('importModule', 'import')), {
    ecma: 2020,
    module: true,
    compress: {
      passes: 3,
      expression: !start,
      unsafe: true,
      unsafe_arrows: true,
      keep_fargs: false,
      pure_getters: true,
      ...(isModule ? MODULE_OPTIONS : { reduce_funcs: false }),
      hoist_funs: true,
      lhs_constants: false,
      unsafe_math: true,
    },
    mangle: { properties },
    format: { preamble: start },
    sourceMap: { content: text('.map') },
  });
  return { code: code + end, map: typeof map === 'string' ? map : '' };
}

/** Terser's options for modules. Fewer inlined functions compress better there. */
const MODULE_OPTIONS: Record<string, number> = { inline: 1 };

/** The placeholder for the hash in the version, with the same length. */
const UNKNOWN_HASH = '000000';

/** The files of one release. They never change under its version (docs/adr/0023). */
interface Release {
  /** The package's version and a hash of the files' content. */
  version: string;
  widget: Script;
  /** The module that is loaded on first use of the panel. */
  secondFile: Script;
  /** The module that the second file loads for conversations with an agent. */
  thirdFile: Script;
  /** The module that the second file loads when one of its parts is opened. */
  fourthFile: Script;
  /** The module that the second file loads with the first file that is attached, or image that is opened. */
  fifthFile: Script;
  /** The module that a registered widget's script loads with the first preview. */
  pageFile: Script;
  /** The texts of each language, by file name. */
  locales: ReadonlyMap<string, string>;
}

/** Bundles a script that refers to the files of its release. `placeholder` is replaced with the version. */
const inRelease = (
  entry: string,
  placeholder: string,
  { wrap = (it: string) => it, define, ...more }: Wrapping,
) =>
  script(entry, wrap, {
    ...more,
    define: {
      ...define,
      WIDGET_RELEASE: JSON.stringify(`widget/${placeholder}/`),
      SCRIPT_ADDRESS: JSON.stringify(SCRIPT_ADDRESS),
    },
  });

interface Wrapping extends ScriptOptions {
  wrap?: (statements: string) => string;
}

/**
 * Wrapped after minification, because Terser would remove the function and expose its variables to the page.
 */
const WRAPPED: Wrapping = { around: ['(()=>{', '})()'] };

/**
 * A call with the options of the default widget, which the service inserts (src/http/asset.ts). Pinned
 * releases have no options.
 */
const WITH_OPTIONS: Wrapping = { around: ['(given=>{', '})({})'] };

async function placeholderVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `${version}-${UNKNOWN_HASH}`;
}

async function readLocales(): Promise<Release['locales']> {
  const folder = new URL('./locales/', import.meta.url);
  const names = (await readdir(folder)).toSorted();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const),
    ),
  );
}

async function makeRelease(): Promise<Release> {
  const placeholder = await placeholderVersion();
  const [widget, secondFile, thirdFile, fourthFile, fifthFile, pageFile, locales] = await Promise.all([
    inRelease('widget', placeholder, WITH_OPTIONS),
    script('second-file/index', (statements) => statements),
    script('third-file/index', (statements) => statements),
    script('fourth-file/index', (statements) => statements),
    script('fifth-file/index', (statements) => statements),
    script('page-file/index', (statements) => statements),
    readLocales(),
  ]);
  const hash = createHash('sha256');
  const modules = { secondFile, thirdFile, fourthFile, fifthFile, pageFile };
  const texts = [widget, ...Object.values(modules)].map(({ code }) => code).concat(...locales);
  for (const text of texts) hash.update(`${text}\0`);
  const version = placeholder.replace(UNKNOWN_HASH, hash.digest('hex').slice(0, UNKNOWN_HASH.length));
  return { version, widget: withVersion(widget, placeholder, version), ...modules, locales };
}

/** The version has the length of the placeholder, so the positions in the source map stay right. */
const withVersion = ({ code, map }: Script, placeholder: string, version: string): Script => ({
  code: code.replaceAll(placeholder, version),
  map,
});

let release: Promise<Release> | undefined;

/** The release of these sources, bundled once per process. */
export const buildRelease = (): Promise<Release> => (release ??= makeRelease());

/** The script that pages load for the deployment's chat. */
export const buildWidget = async (): Promise<Script> => (await buildRelease()).widget;

export const buildSecondFile = async (): Promise<Script> => (await buildRelease()).secondFile;

export const buildThirdFile = async (): Promise<Script> => (await buildRelease()).thirdFile;

export const buildFourthFile = async (): Promise<Script> => (await buildRelease()).fourthFile;

export const buildFifthFile = async (): Promise<Script> => (await buildRelease()).fifthFile;

export const buildPageFile = async (): Promise<Script> => (await buildRelease()).pageFile;

/** Bundles a script that uses the release's files without being one. */
async function outsideRelease(entry: string, wrapping: Wrapping): Promise<Script> {
  const placeholder = await placeholderVersion();
  const [{ version }, built] = await Promise.all([buildRelease(), inRelease(entry, placeholder, wrapping)]);
  return withVersion(built, placeholder, version);
}

/** The script of a registered widget's frame. */
export const buildFrame = (): Promise<Script> => outsideRelease('frame', WRAPPED);

/**
 * The script that pages load for a registered widget: a function of its public configuration
 * (src/widgets/records/widget.ts) or null, and of its parts.
 */
export const buildLoader = (): Promise<Script> => expression('loader', ['given,parts']);

/** The parameters with which the loader calls a part (loader-part.ts). */
const PART = 'widget,[tell,tellLoaded],surface,script';

/** The loader's part for sites with a login. */
export const buildLoaderIdentity = (): Promise<Script> => expression('loader-identity', [PART]);

/** The loader's part for links in e-mails. */
export const buildLoaderLink = (): Promise<Script> => expression('loader-link', [PART]);

/** The loader's part for proactive messages: a function of the messages that returns the part. */
export async function buildLoaderProactive(): Promise<Script> {
  const words = Array.from(await readLocales(), ([file, text]) => [
    file.replace('.json', ''),
    (JSON.parse(text) as Record<string, string>)['Close'],
  ]);
  const define = { CLOSE_WORDS: JSON.stringify(Object.fromEntries(words)) };
  return await expression('loader-proactive', ['given', PART], define);
}

/**
 * Bundles a script as a function expression. The second list has the parameters of the function that it
 * returns.
 */
async function expression(
  entry: string,
  parameters: readonly string[],
  define: ScriptOptions['define'] = {},
): Promise<Script> {
  const start = parameters.map((list) => `(${list})=>`).join('');
  const { code, map } = await outsideRelease(entry, { define, wrap: (it) => `${start}{${it}}` });
  return { code: code.replace(/;\s*$/, ''), map };
}
