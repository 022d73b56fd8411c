import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

const DIST = join(import.meta.dirname, '../../dist');

/** A package as it was made last. */
export const packageBytes = (name: string): Promise<Buffer> => readFile(join(DIST, `${name}.zip`));

/** Does something once for each name: unpacking takes longer than what most tests ask of a package. */
export function oncePerName<T>(work: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const done = new Map<string, Promise<T>>();
  return (name) => {
    const result = done.get(name) ?? work(name);
    done.set(name, result);
    return result;
  };
}

/** The files of a package, by path; read once in a process. */
export const unzippedPackage = oncePerName(async (name) => unzipSync(await packageBytes(name)));

/** Unpacks a package where no `node_modules` is near. */
export async function unpackPackage(name: string, target: string): Promise<string> {
  for (const [path, content] of Object.entries(await unzippedPackage(name))) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
  return target;
}
