import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const INFRA = join(import.meta.dirname, '../../../infra');

/** A Bicep file as it is written; whether it is right is for the compiler (`npm run check:infra`). */
export interface BicepFile {
  path: string;
  text: string;
  params: ReadonlyMap<string, BicepParameter>;
  outputs: ReadonlySet<string>;
}

export interface BicepParameter {
  /** As written, for example `string`. */
  type: string;
  /** The lines above it, the description among them. */
  decorators: string;
}

export function bicepFiles(): BicepFile[] {
  return globSync('**/*.bicep', { cwd: INFRA }).map((path) => {
    const text = readFileSync(join(INFRA, path), 'utf8');
    const params = text.matchAll(/((?:^@.*\n)*)^param (\w+) (\w+)/gm);
    return {
      path,
      text,
      params: new Map(
        Array.from(params, ([, decorators = '', name = '', type = '']) => [name, { type, decorators }]),
      ),
      outputs: new Set(Array.from(text.matchAll(/^output (\w+) /gm), ([, name = '']) => name)),
    };
  });
}

/** One of them. */
export function bicepFile(path: string): BicepFile {
  const found = bicepFiles().find((file) => file.path === path);
  if (!found) throw new Error(`There is no ${path}.`);
  return found;
}
