// Plain JavaScript: type stripping would cost the service that `npm start` runs 14 MB of memory.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const SOURCES = [
  '{src,functions,widget,scripts}/**/*.{ts,tsx,js,css,json,png}',
  '*.{json,ts}',
  'node_modules/.package-lock.json',
];

/** A hash over the names and contents of all that a build reads. */
export function sourcesHash() {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    const content = readFileSync(new URL(file, ROOT));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The hash of the last build into a folder; undefined before the first one. */
export function builtFrom(folder) {
  try {
    return readFileSync(new URL(`${folder}/built-from`, ROOT), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
