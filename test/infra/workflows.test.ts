import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })) }),
  ),
});

describe.each(globSync('.github/workflows/*.yml', { cwd: ROOT }))('%s', (path) => {
  // Fails without `permissions`: a workflow would have those of the repository's default.
  const { jobs } = Workflow.parse(parse(readFileSync(join(ROOT, path), 'utf8')));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('has no expression in a command, because its value would be executed', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  test('pins every action to a commit', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/^[\w/-]+@[\da-f]{40}$/.test(action))).toEqual([]);
  });
});
