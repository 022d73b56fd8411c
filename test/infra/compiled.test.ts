import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { bicepFiles, INFRA, type BicepFile } from '../support/bicep.ts';

/**
 * What the templates must be for the marketplace and the linter: by the real compiler where there is one
 * (`npm run check:infra`), and by the syntax tree everywhere.
 */
test(
  'check:infra finds nothing wrong, and says which compiler it used, or that there is none',
  // The compiler takes several seconds for each of the files.
  { timeout: 600_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(INFRA, '../scripts/check-infra.ts'),
    ]);
    expect(stdout).toMatch(
      /^(?:(?:az )?bicep: .*main\.bicep|There is no Bicep CLI here)[^]*No error, no warning\.\n$/,
    );
  },
);

describe('the syntax tree', () => {
  let files: BicepFile[];
  beforeAll(async () => {
    files = await bicepFiles();
  });

  test('names each module, and has no typed array and no type of its own: they make version 2.0 of the language', () => {
    for (const { path, root } of files) {
      for (const node of root.descendantsOfType('module_declaration')) {
        expect([path, node.namedChild(0)?.text, node.text]).toEqual([
          path,
          node.namedChild(0)?.text,
          expect.stringMatching(/\n\s+name: '/),
        ]);
      }
      expect([path, root.text.match(/^(?:param|output) \w+ \w+\[\]|^type /m)]).toEqual([path, null]);
    }
  });

  test('gives a number both bounds, or the values that it may have', () => {
    for (const { path, params } of files) {
      for (const [name, { type, decorators }] of params) {
        if (type !== 'int' || decorators.includes('@allowed(')) continue;
        expect([path, name, /@minValue\(/.test(decorators), /@maxValue\(/.test(decorators)]).toEqual([
          path,
          name,
          true,
          true,
        ]);
      }
    }
  });

  test('describes every parameter and output', () => {
    for (const { path, root } of files) {
      for (const node of root.descendantsOfType('output_declaration')) {
        expect([path, node.namedChild(0)?.text, node.previousNamedSibling?.type]).toEqual([
          path,
          node.namedChild(0)?.text,
          'decorators',
        ]);
      }
    }
  });
});

describe('the linter', () => {
  const Config = z.object({
    analyzers: z.object({
      core: z.object({
        enabled: z.literal(true),
        rules: z.record(z.string(), z.object({ level: z.enum(['error', 'off']) })),
      }),
    }),
  });
  const { rules } = Config.parse(JSON.parse(readFileSync(join(INFRA, 'bicepconfig.json'), 'utf8'))).analyzers
    .core;

  test('has every rule at error, but for three that are off for a reason', () => {
    const off = Object.entries(rules).flatMap(([name, { level }]) => (level === 'off' ? [name] : []));
    expect(Object.keys(rules).length).toBeGreaterThan(45);
    expect(off.toSorted()).toEqual([
      // A module without a name makes version 2.0 of the language, which managed applications refuse.
      'no-module-name',
      // A variable is explained by the comment above it.
      'use-description-vars',
      // Types of one's own make version 2.0 of the language.
      'use-user-defined-types',
    ]);
  });

  test('is silenced on a line only with the reason above it', () => {
    for (const path of globSync('**/*.bicep', { cwd: INFRA })) {
      const lines = readFileSync(join(INFRA, path), 'utf8').split('\n');
      lines.forEach((line, at) => {
        if (line.includes('#disable-')) {
          expect([path, at + 1, lines[at - 1]]).toEqual([path, at + 1, expect.stringMatching(/^\s*\/\/ /)]);
        }
      });
    }
  });
});
