import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const Paths = z.array(z.object({ path: z.string() }));
const containers = z
  .array(
    z.object({
      id: z.string(),
      indexingPolicy: z.object({
        includedPaths: Paths.default([]),
        excludedPaths: Paths,
        fullTextIndexes: Paths.default([]),
      }),
      fullTextPolicy: z.object({ fullTextPaths: Paths }).default({ fullTextPaths: [] }),
    }),
  )
  .parse(JSON.parse(read('infra/containers.json')));

/** Every query is written in one of these files. */
const queries = globSync('src/adapters/store/cosmos/*.ts', { cwd: ROOT }).map(read).join('\n');
const pathsOf = (paths: z.output<typeof Paths>) => paths.map(({ path }) => path);

describe('full text', () => {
  const named = queries.matchAll(/FullText\w+\(c\.(\w+)/g);
  const searched = [...new Set(Array.from(named, ([, name]) => `/${name}`))];

  test('can be searched in the account', () => {
    expect(read('infra/modules/database.bicep')).toMatch(
      /capabilities: concat\(\s*\[\{ name: 'EnableNoSQLFullTextSearch' \}\]/,
    );
  });

  test('is in a container with throughput of its own, which a shared database does not offer it', () => {
    expect(read('infra/modules/database.bicep')).toContain(
      "options: serverless || !contains(container, 'fullTextPolicy') ? {} : { autoscaleSettings: { maxThroughput: maxThroughput } }\n",
    );
  });

  test('has a policy and an index on each path that is searched, and on no other', () => {
    expect(searched).toEqual(['/words']);
    for (const paths of [
      containers.flatMap(({ fullTextPolicy }) => pathsOf(fullTextPolicy.fullTextPaths)),
      containers.flatMap(({ indexingPolicy }) => pathsOf(indexingPolicy.fullTextIndexes)),
    ]) {
      expect(paths).toEqual(searched);
    }
  });
});

describe.each(containers)('the container $id', ({ indexingPolicy: { includedPaths, excludedPaths } }) => {
  test('indexes nothing that is not named: each index makes every write dearer', () => {
    expect(pathsOf(excludedPaths)).toEqual(['/*']);
  });

  test('indexes nothing that no query asks for', () => {
    const named = new Set(queries.match(/(?<=\bc\.|')(?!c\.)[a-zA-Z]+(?:\.[a-zA-Z]+)*/g));
    for (const path of pathsOf(includedPaths)) {
      const [, name = ''] = /^\/([\w/]+?)(?:\/\[\])?\/\?$/.exec(path) ?? [];
      expect([path, named.has(name.replaceAll('/', '.'))]).toEqual([path, true]);
    }
  });
});
