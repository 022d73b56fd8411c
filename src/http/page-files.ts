import * as z from 'zod/mini';
import type { Assets } from '../ports.ts';

/** In the place of a version: the file as it is now, which is not cached. */
export const CURRENT = 'current';
/** The files that a page's markup names; the renderer escapes quotes in everything else. */
const NAMED = new RegExp(`(?<=(?:href|src)="/api/pages/)${CURRENT}/([\\w-]+\\.(?:css|js))(?=")`, 'g');
/**
 * The page's script that loads each later part, by their file names. The build writes it, because only the
 * bundler knows them.
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
 * The same markup with the version in the address of each file, as a folder: a lazily loaded part imports the
 * page's script by its name, and must find the one that is running.
 */
export async function withVersions(markup: string, assets: Assets): Promise<string> {
  const versions = new Map<string, string>();
  for (const [, file = ''] of markup.matchAll(NAMED)) {
    const version = await versionOf(assets, file);
    if (version !== undefined) versions.set(file, `${version}/${file}`);
  }
  return markup.replace(NAMED, (named, file: string) => versions.get(file) ?? named);
}

/** Whether a file has this version; a lazily loaded part has that of the script which names it. */
export async function isVersion(assets: Assets, version: string, file: string): Promise<boolean> {
  const parts = await assets.read(PAGE_PARTS);
  const scripts = parts ? Parts.parse(JSON.parse(Buffer.from(parts.bytes).toString())) : {};
  return (await versionOf(assets, scripts[file] ?? file)) === version;
}
