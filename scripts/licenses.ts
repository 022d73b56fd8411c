import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licenses of packages, by their folders below the root. Throws for a package without a license, because
 * it must not be redistributed.
 */
export function licenses(root: string, packages: ReadonlySet<string>): string {
  const texts = [...packages].toSorted().map((path) => textOf(join(root, path)));
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function textOf(folder: string): string {
  // Some old packages declare their license only in bower.json.
  const manifests = ['bower.json', 'package.json'].map((name) => join(folder, name)).filter(existsSync);
  const { name, version, license } = Object.assign(
    {},
    ...manifests.map((path) => JSON.parse(readFileSync(path, 'utf8')) as unknown),
  ) as Record<string, unknown>;
  if (typeof license !== 'string') throw new Error(`${String(name)} names no license.`);
  const [file] = globSync('{LICEN[SC]E,licen[sc]e,COPYING}*', { cwd: folder }).toSorted();
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${String(name)} ${String(version)} (${license})${text}`;
}
