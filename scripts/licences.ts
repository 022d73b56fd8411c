import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of packages, by their folders below the root. */
export function licences(root: string, packages: ReadonlySet<string>): string {
  const texts = [...packages].toSorted().map((path) => textOf(join(root, path)));
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function textOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const [file] = globSync('{LICEN[SC]E,licen[sc]e,COPYING}*', { cwd: folder }).toSorted();
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${String(name)} ${String(version)} (${typeof license === 'string' ? license : 'see below'})${text}`;
}
