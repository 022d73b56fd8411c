import { build, type BuildOptions, type Plugin } from 'esbuild';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Bundled } from './bundle-for-node.ts';

/** Bundled files with what each exports, by their path in the folder. */
export type Chunks = Record<string, Bundled[string] & { exports: readonly string[] }>;

/** Where a chunk has gone: into which file, and what its exports are called there. */
interface Merged {
  into: string;
  nameOf: (exported: string) => string;
}

export interface MergeOptions {
  chunks: Chunks;
  outdir: string;
  /** The lazily loaded entries, in the order in which they are loaded. */
  entries: readonly string[];
  /** The entry that is loaded before them, if it is not among them. */
  main?: string;
}

/**
 * Merges the files that each of some lazily loaded entries needs at its start into one file, which has the
 * entry's name, and changes all imports of them: to start an instance waits for each file. A module stays in
 * one file alone, so its state and its classes stay one. Files that an earlier entry has are left there. The
 * code of a lazily loaded module that others import, too, is in a file without an entry.
 * What the main entry loads at its start stays as it is. All other files are in one folder. Returns what the
 * files are afterwards.
 */
export async function mergeChunks(
  { chunks, outdir, entries, main }: MergeOptions,
  output: BuildOptions,
): Promise<Bundled> {
  const merged = new Map<string, Merged>();
  const kept = main === undefined ? new Set<string>() : startOf(chunks, pathOf(chunks, main));
  const groups = entries.map((entry) => {
    const into = pathOf(chunks, entry);
    const members = [...startOf(chunks, into)].filter((path) => !merged.has(path) && !kept.has(path));
    for (const [at, path] of members.entries()) {
      merged.set(path, { into, nameOf: (exported) => (path === into ? exported : `m${at}_${exported}`) });
    }
    return { into, members };
  });

  /** The exports of a chunk, from the file that has it. */
  const moved = (path: string, { into, nameOf }: Merged) =>
    `export {${(chunks[path]?.exports ?? []).map((name) => `${nameOf(name)} as ${name}`).join()}} from './${basename(into)}';`;

  const bundle = async (outfile: string, contents: string, own: ReadonlySet<string>) => {
    const { outputFiles } = await build({
      ...output,
      stdin: { contents, resolveDir: join(outdir, dirname(outfile)) },
      outfile: join(outdir, outfile),
      write: false,
      plugins: [redirected(outfile, own)],
    });
    return outputFiles;
  };

  /** Imports of what is merged elsewhere lead there; other files stay files. */
  function redirected(outfile: string, own: ReadonlySet<string>): Plugin {
    const folder = dirname(outfile);
    return {
      name: 'merged',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^\.\// }, ({ path, kind, namespace }) => {
          const chunk = join(folder, path);
          if (namespace === 'moved' || kind === 'dynamic-import') return { path, external: true };
          if (own.has(chunk)) return undefined;
          return merged.has(chunk) ? { path: chunk, namespace: 'moved' } : { path, external: true };
        });
        onLoad({ filter: /.*/, namespace: 'moved' }, ({ path }) => {
          const to = merged.get(path);
          return { contents: to ? moved(path, to) : '' };
        });
      },
    };
  }

  // A chunk that stays, and imports what has gone elsewhere, is bundled with that import.
  const importers = Object.entries(chunks).flatMap(([path, { imports }]) =>
    !merged.has(path) && path.includes('/') && imports.some((imported) => merged.has(imported))
      ? [{ into: path, members: [path] }]
      : [],
  );
  const files = await Promise.all(
    [...groups, ...importers].map(({ into, members }) => {
      const parts = members.map((path) => {
        const nameOf = merged.get(path)?.nameOf ?? String;
        const names = (chunks[path]?.exports ?? []).map((name) => `${name} as ${nameOf(name)}`);
        return `export {${names.join()}} from './${basename(path)}';`;
      });
      return bundle(into, parts.join('\n'), new Set(members));
    }),
  );
  for (const { path, contents } of files.flat()) await writeFile(path, contents);
  const gone = [...merged].flatMap(([path, { into }]) => (path === into ? [] : [path]));
  // Not every output has a source map.
  const removed = gone.flatMap((path) => [path, `${path}.map`]);
  await Promise.all(removed.map((path) => rm(join(outdir, path), { force: true })));
  return Object.fromEntries(
    Object.entries(chunks).flatMap(([path, { exports: _exports, ...chunk }]) => {
      if (gone.includes(path.replace(/\.map$/, ''))) return [];
      const group = groups.find(({ into }) => into === path);
      const parts = group ? group.members.flatMap((member) => chunks[member] ?? []) : [chunk];
      const imported = parts.flatMap(({ imports }) => imports);
      const imports = new Set(imported.map((one) => merged.get(one)?.into ?? one));
      imports.delete(path);
      const packages = [...new Set(parts.flatMap((part) => part.packages))];
      const loads = [...new Set(parts.flatMap((part) => part.loads))];
      return [[path, { ...chunk, imports: [...imports], loads, packages }]];
    }),
  );
}

function pathOf(chunks: Chunks, entry: string): string {
  const found = Object.keys(chunks).find((path) => chunks[path]?.entry === entry);
  if (found === undefined) throw new Error(`${entry} is no lazily loaded entry.`);
  return found;
}

/** A file and all that it loads at its start. */
function startOf(chunks: Chunks, path: string): Set<string> {
  const loaded = new Set([path]);
  for (const one of loaded) for (const next of chunks[one]?.imports ?? []) loaded.add(next);
  return loaded;
}
