import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForNode, type Bundled } from '../../scripts/bundle-for-node.ts';

const ROOT = join(import.meta.dirname, '../..');

/** An entry that loads three modules lazily; they share a state and a class, two of them a word. */
const SOURCES = {
  'entry.ts': `
    import { Known } from './known.ts';
    export const knows = (error: unknown) => error instanceof Known;
    export const first = () => import('./first.ts');
    export const second = () => import('./second.ts');
    export const word = () => import('./word.ts');`,
  'known.ts': `
    export class Known extends Error {}`,
  'state.ts': `
    let count = 0;
    export class Refused extends Error {}
    export const next = () => ++count;`,
  'word.ts': `
    export const said = { text: 'hello' };
    export const count = 'a name that others export, too';`,
  'first.ts': `
    import { Known } from './known.ts';
    import { next, Refused } from './state.ts';
    import { count as named, said } from './word.ts';
    export const count = () => [next(), said, named];
    export const known = new Known('yes');
    export const refuse = () => { throw new Refused('no'); };`,
  'second.ts': `
    import { next, Refused } from './state.ts';
    export const count = () => next();
    export const isRefusal = (error: unknown) => error instanceof Refused;`,
};

interface Loaded {
  knows(error: unknown): boolean;
  first(): Promise<{ count(): [number, object, string]; known: Error; refuse(): never }>;
  second(): Promise<{ count(): unknown; isRefusal(error: unknown): boolean }>;
  word(): Promise<{ said: object; count: string }>;
}

let folder: string;
let bundled: Bundled;
const pathOf = (name: string) =>
  Object.keys(bundled).find((path) => bundled[path]?.entry?.endsWith(`/${name}`)) ?? `no ${name}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merge-'));
  await mkdir(join(folder, 'out'));
  await writeFile(join(folder, 'out/package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(SOURCES)) await writeFile(join(folder, name), text);
  bundled = await bundleForNode({
    entry: join(folder, 'entry.ts'),
    outdir: join(folder, 'out'),
    merged: [relative(ROOT, join(folder, 'first.ts'))],
  });
});
afterAll(() => rm(folder, { recursive: true }));

test('a merged module is one file with all that it imports, and others import from that file', async () => {
  // Only what the entry has loaded stays apart.
  expect(bundled[pathOf('first.ts')]?.imports).toEqual(bundled['entry.js']?.imports);
  expect(bundled['entry.js']?.imports).toHaveLength(1);
  expect(bundled[pathOf('second.ts')]?.imports).toEqual([pathOf('first.ts')]);
  expect(bundled[pathOf('word.ts')]?.imports).toEqual([pathOf('first.ts')]);
  for (const path of Object.keys(bundled).filter((one) => one.endsWith('.js'))) {
    const code = await readFile(join(folder, 'out', path), 'utf8');
    const { sources } = JSON.parse(await readFile(join(folder, 'out', `${path}.map`), 'utf8'));
    expect([path, /sourceMappingURL/.test(code), Array.isArray(sources)]).toEqual([path, true, true]);
  }
});

test('state and classes stay one, and what was loaded by its name still is', async () => {
  const entry: Loaded = await import(pathToFileURL(join(folder, 'out/entry.js')).href);
  const [first, second] = await Promise.all([entry.first(), entry.second()]);
  expect([first.count()[0], second.count(), first.count()[0]]).toEqual([1, 2, 3]);
  let refusal: unknown;
  try {
    first.refuse();
  } catch (error) {
    refusal = error;
  }
  expect(second.isRefusal(refusal)).toBe(true);
  expect(entry.knows(first.known)).toBe(true);
  const word = await entry.word();
  expect(first.count().slice(1)).toEqual([word.said, word.count]);
  expect(first.count()[1]).toBe(word.said);
});
