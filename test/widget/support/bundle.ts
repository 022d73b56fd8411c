import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildFifthFile,
  buildFourthFile,
  buildFrame,
  buildLoader,
  buildLoaderIdentity,
  buildLoaderLink,
  buildLoaderProactive,
  buildPageFile,
  buildSecondFile,
  buildThirdFile,
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

/** The file that both load on first use. */
export async function secondFile(): Promise<string> {
  return await codeOf(`widget-releases/${await version()}/extras`, buildSecondFile);
}

/** The file that the second file loads once the conversation is with a person. */
export async function thirdFile(): Promise<string> {
  return await codeOf(`widget-releases/${await version()}/forms`, buildThirdFile);
}

/** The file that the second file loads when one of its parts is opened. */
export async function fourthFile(): Promise<string> {
  return await codeOf(`widget-releases/${await version()}/more`, buildFourthFile);
}

/** The file that the second file loads with the first file that is attached, or image that is opened. */
export async function fifthFile(): Promise<string> {
  return await codeOf(`widget-releases/${await version()}/files`, buildFifthFile);
}

/** The file that the script of a registered widget loads with the first preview. */
export async function pageFile(): Promise<string> {
  return await codeOf(`widget-releases/${await version()}/page`, buildPageFile);
}

/** The path of a file of the widget's release below the service's endpoints. */
export const inRelease = async (file: string): Promise<string> => `widget/${await version()}/${file}`;

const version = async () => /"widget\/([^"/]+)\/extras\.js"/.exec(await widgetCode())?.[1] ?? '';

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
