import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { bundled, minifiedChunk, script, type Script, type ScriptOptions } from './bundle.ts';
import { MODULE_NAMES } from './panel/modules.ts';

interface Modules {
  /** By file name, with the chunks that several modules share. */
  files: ReadonlyMap<string, Script>;
  /** The files that a module needs in addition to the panel, by its name. */
  filesOf: Readonly<Record<string, readonly string[]>>;
}

/** Bundles the modules. Code that several of them share is in the panel, or in a file that they import. */
async function makeModules(): Promise<Modules> {
  const chunks = await bundled('panel');
  const scripts = await Promise.all(
    chunks.map(async (chunk) => [chunk.fileName, await minifiedChunk(chunk)] as const),
  );
  const importsOf = (file: string): readonly string[] => {
    const its = chunks.find(({ fileName }) => fileName === file)?.imports ?? [];
    return [file, ...its.flatMap(importsOf)];
  };
  const ofPanel = importsOf('panel.js');
  const filesOf = MODULE_NAMES.map((name) => {
    const all = [...new Set(importsOf(`${name}.js`))];
    return [name, name === 'panel' ? all : all.filter((file) => !ofPanel.includes(file))] as const;
  });
  return { files: new Map(scripts), filesOf: Object.fromEntries(filesOf) };
}

/** The placeholder for the hash in the version, with the same length. */
const UNKNOWN_HASH = '000000';

/**
 * A call with the options of the default widget, which the service inserts (src/http/asset.ts). Pinned
 * releases have no options. Wrapped after minification, because the minifier would remove the function and
 * expose its variables to the page.
 */
const WITH_OPTIONS = ['(given=>{', '})({})'] as const;

/** The files of one release. They never change under its version (docs/adr/0023). */
interface Release {
  /** The package's version and a hash of the files' content. */
  version: string;
  /** The script of the page. */
  widget: Script;
  /** The modules that it loads, by file name. */
  modules: ReadonlyMap<string, Script>;
  /** The texts of each language, by file name. */
  languages: ReadonlyMap<string, string>;
}

async function placeholderVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `${version}-${UNKNOWN_HASH}`;
}

async function readLanguages(): Promise<Release['languages']> {
  const folder = new URL('./languages/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const),
    ),
  );
}

const integrityOf = (code: string): string => `sha256-${createHash('sha256').update(code).digest('base64')}`;

/** The files of each module with their hashes, for the script of the page (stub/modules.ts). */
const hashesOf = ({ files, filesOf }: Modules) =>
  Object.fromEntries(
    Object.entries(filesOf).map(([name, its]) => [
      name,
      Object.fromEntries(its.map((file) => [file, integrityOf(files.get(file)?.code ?? '')])),
    ]),
  );

async function makeRelease(): Promise<Release> {
  const placeholder = await placeholderVersion();
  const [made, peek, languages] = await Promise.all([
    makeModules(),
    script('launcher/peek', placeholder, {}),
    readLanguages(),
  ]);
  const define = { MODULES: JSON.stringify(hashesOf(made)) };
  const widget = await script('stub/index', placeholder, { define, around: WITH_OPTIONS });
  const modules = new Map(made.files).set('peek.js', peek);
  const hash = createHash('sha256');
  const texts = [widget, ...modules.values()].map(({ code }) => code).concat(...languages);
  for (const text of texts) hash.update(`${text}\0`);
  const version = placeholder.replace(UNKNOWN_HASH, hash.digest('hex').slice(0, UNKNOWN_HASH.length));
  return {
    version,
    widget: withVersion(widget, placeholder, version),
    modules,
    languages,
  };
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

/** The module that the frame shares with the script of the page. */
const PANEL = '../panel/index.ts';

/** The script of a registered widget's frame: a file of the pages, which imports the panel of the release. */
export async function buildFrame(): Promise<Script> {
  const [{ version }, [chunk]] = await Promise.all([buildRelease(), bundled('frame', [PANEL])]);
  if (!chunk) throw new Error('The frame has no script.');
  return await minifiedChunk({
    map: chunk.map,
    code: chunk.code.replace(PANEL, `../../widget/${version}/panel.js`),
  });
}

/** Bundles a script that uses the release's files without being one, as a function expression. */
async function expression(
  entry: string,
  parameters: readonly string[],
  define: ScriptOptions['define'] = {},
): Promise<Script> {
  const start = parameters.map((list) => `(${list})=>`).join('');
  const placeholder = await placeholderVersion();
  const [{ version }, built] = await Promise.all([
    buildRelease(),
    script(entry, placeholder, { define, wrap: (statements) => `${start}{${statements}}` }),
  ]);
  const { code, map } = withVersion(built, placeholder, version);
  return { code: code.replace(/;\s*$/, ''), map };
}

/**
 * The script that pages load for a registered widget: a function of its public configuration
 * (src/widgets/records/widget.ts) or null, and of its parts.
 */
export const buildLoader = (): Promise<Script> => expression('stub/registered', ['given,parts']);

/** The parameters with which that script calls a part (launcher/part.ts). */
const PART = 'widget,{tell,tellLoaded,isLoaded},surface,script';

/** The part for sites with a login. */
export const buildLoaderIdentity = (): Promise<Script> => expression('launcher/identity-part', [PART]);

/** The part for links in e-mails. */
export const buildLoaderLink = (): Promise<Script> => expression('launcher/link-part', [PART]);

/** The part for proactive messages: a function of the messages that returns the part. */
export async function buildLoaderProactive(): Promise<Script> {
  const words = Array.from(await readLanguages(), ([file, text]) => [
    file.replace('.json', ''),
    (JSON.parse(text) as Record<string, string>)['Close'],
  ]);
  const define = { CLOSE_WORDS: JSON.stringify(Object.fromEntries(words)) };
  return await expression('launcher/proactive-part', ['given', PART], define);
}
