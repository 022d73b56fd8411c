import * as z from 'zod/mini';
import type { Assets } from '../ports.ts';

/** The version in a URL that means the current file, without caching. */
export const CURRENT = 'current';
/** The file URLs in a page's markup; the renderer escapes quotes in all other text. */
const NAMED = new RegExp(`(?<=(?:href|src)="/api/pages/)${CURRENT}/([\\w-]+\\.(?:css|js))(?=")`, 'g');
/**
 * A JSON file of the build that maps the file of each lazy part to the page's script that loads it.
 */
export const PAGE_PARTS = 'pages/parts.json';
const Parts = z.record(z.string(), z.string());
const VERSION_DIGITS = 16;

/** The version of a page's file: a hash of its content; undefined if the file does not exist. */
async function versionOf(assets: Assets, file: string): Promise<string | undefined> {
  const asset = await assets.read(`pages/${file}`);
  return asset?.etag.slice(1, 1 + VERSION_DIGITS);
}

/**
 * Adds the version to the URL of each file, as a folder. A lazy part imports the page's script by a relative
 * name, and so gets the running one.
 */
export async function withVersions(markup: string, assets: Assets): Promise<string> {
  const versions = new Map<string, string>();
  for (const [, file = ''] of markup.matchAll(NAMED)) {
    const version = await versionOf(assets, file);
    if (version !== undefined) versions.set(file, `${version}/${file}`);
  }
  return markup.replace(NAMED, (named, file: string) => versions.get(file) ?? named);
}

/** Whether a version is current; a lazy part has the version of the script that loads it. */
export async function isVersion(assets: Assets, version: string, file: string): Promise<boolean> {
  const parts = await assets.read(PAGE_PARTS);
  const scripts = parts ? Parts.parse(JSON.parse(Buffer.from(parts.bytes).toString())) : {};
  return (await versionOf(assets, scripts[file] ?? file)) === version;
}
