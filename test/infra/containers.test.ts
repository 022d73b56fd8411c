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

describe('the full-text search', () => {
  const named = queries.matchAll(/FullText\w+\(c\.(\w+)/g);
  const searched = [...new Set(Array.from(named, ([, name]) => `/${name}`))];

  test('is enabled in the account', () => {
    expect(read('infra/modules/database.bicep')).toMatch(
      /capabilities: concat\(\s*\[\{ name: 'EnableNoSQLFullTextSearch' \}\]/,
    );
  });

  test('has a container with separate throughput, because a shared database does not offer full text', () => {
    expect(read('infra/modules/database.bicep')).toContain(
      "options: serverless || !contains(container, 'fullTextPolicy') ? {} : { autoscaleSettings: { maxThroughput: maxThroughput } }\n",
    );
  });

  test('has a policy and an index only for the searched paths', () => {
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
  test('indexes only the listed paths, because each index makes writes more expensive', () => {
    expect(pathsOf(excludedPaths)).toEqual(['/*']);
  });

  test('indexes only paths that a query uses', () => {
    const named = new Set(queries.match(/(?<=\bc\.|')(?!c\.)[a-zA-Z]+(?:\.[a-zA-Z]+)*/g));
    for (const path of pathsOf(includedPaths)) {
      const [, name = ''] = /^\/([\w/]+?)(?:\/\[\])?\/\?$/.exec(path) ?? [];
      expect([path, named.has(name.replaceAll('/', '.'))]).toEqual([path, true]);
    }
  });
});
