import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildFrame,
  buildLoader,
  buildLoaderIdentity,
  buildLoaderLink,
  buildLoaderProactive,
  buildRelease,
  buildWidget,
} from '../../../widget/build.ts';

const ROOT = join(import.meta.dirname, '../../..');
const bundled = new Map<string, Promise<string>>();

/**
 * A script of `dist`; where its sources have changed since the build, it is bundled once for each test file.
 */
function codeOf(name: string, build: () => Promise<{ code: string }>): Promise<string> {
  const path = join(ROOT, 'dist', `${name}.js`);
  const code =
    bundled.get(name) ?? (isCurrent(path) ? readFile(path, 'utf8') : build().then((it) => it.code));
  bundled.set(name, code);
  return code;
}

function isCurrent(path: string): boolean {
  const builtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(['package.json', 'widget/**/*.*'], { cwd: ROOT });
  return sources.every((source) => statSync(join(ROOT, source)).mtimeMs < builtMs);
}

/** The widget as pages load it. */
export const widgetCode = () => codeOf('widget', buildWidget);

/** The modules that the script of the page loads, by the names of their files. */
export async function moduleCodes(): Promise<ReadonlyMap<string, string>> {
  const folder = join(ROOT, 'dist/widget-releases', await version());
  if (!isCurrent(join(folder, 'panel.js'))) {
    return new Map(Array.from((await buildRelease()).modules, ([name, { code }]) => [name, code]));
  }
  const names = globSync('*.js', { cwd: folder }).filter((name) => name !== 'widget.js');
  const read = async (name: string) => [name, await readFile(join(folder, name), 'utf8')] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** One of these modules. */
export async function moduleCode(name: string): Promise<string> {
  const code = (await moduleCodes()).get(name);
  if (code === undefined) throw new Error(`The release has no ${name}.`);
  return code;
}

/** The path of a file of the widget's release below the service's endpoints. */
export const inRelease = async (file: string): Promise<string> => `widget/${await version()}/${file}`;

const version = async () => /"widget\/([^"/]+)\/"/.exec(await widgetCode())?.[1] ?? '';

/** The function that the service calls with what a registered widget shows. */
export const loaderCode = () => codeOf('widget-loader', buildLoader);

/** The part of it for sites with their own login. */
export const identityCode = () => codeOf('widget-loader-identity', buildLoaderIdentity);

/** The part of it for links of e-mails. */
export const linkCode = () => codeOf('widget-loader-link', buildLoaderLink);

/** The part of it for proactive messages. */
export const proactiveCode = () => codeOf('widget-loader-proactive', buildLoaderProactive);

/** The script of the page in its frame. */
export const frameCode = () => codeOf('pages/widget-frame', buildFrame);
