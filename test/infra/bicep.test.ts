import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bicepFiles, INFRA, type BicepFile } from '../support/bicep.ts';

let files: BicepFile[];
let main: BicepFile;
beforeAll(async () => {
  files = await bicepFiles();
  const [found] = files.filter(({ path }) => path === 'main.bicep');
  if (!found) throw new Error('There is no main.bicep.');
  main = found;
});
const fileAt = (path: string) => files.find((file) => file.path === path);

/** Names that the language brings. */
const BUILT_IN = new Set([
  ...[
    'az',
    'concat',
    'contains',
    'deployment',
    'empty',
    'environment',
    'guid',
    'json',
    'loadJsonContent',
    'loadTextContent',
    'filter',
    'startsWith',
    'toLower',
    'map',
    'replace',
    'resourceGroup',
    'subscription',
  ],
  ...['split', 'string', 'subscriptionResourceId', 'tenant', 'trim', 'union', 'uniqueString', 'uri'],
]);

test('every file parses', () => {
  expect(files.length).toBeGreaterThan(12);
  for (const { path, root } of files) expect([path, root.hasError]).toEqual([path, false]);
});

test('every module has one reason to exist: 25 to 130 lines', () => {
  for (const { path, root } of files) {
    const lines = root.endPosition.row;
    if (path.startsWith('modules/')) {
      expect([path, lines, lines >= 25 && lines <= 130]).toEqual([path, lines, true]);
    }
  }
});

test('every parameter is described, and what is a number says of what', () => {
  const units =
    /days|gigabytes|megabytes|tokens|request units|connections|instances|requests|billing currency/i;
  for (const { path, params } of files) {
    for (const [name, { type, decorators }] of params) {
      const [, description = ''] = /@description\('([^']+)'\)/.exec(decorators) ?? [];
      expect([path, name, description !== '']).toEqual([path, name, true]);
      if (type === 'int') {
        expect([path, name, description]).toEqual([path, name, expect.stringMatching(units)]);
      }
    }
  }
});

test('every name that is used is declared', () => {
  const loose = files.flatMap(({ path, root, symbols }) =>
    root
      .descendantsOfType('identifier')
      .filter(isUse)
      .map((node) => node.text)
      .filter((name) => !symbols.has(name) && !BUILT_IN.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(loose).toEqual([]);
});

/** An identifier that refers to a symbol, and is no property’s name, type or decorator. */
function isUse(node: NonNullable<ReturnType<BicepFile['root']['descendantsOfType']>[number]>): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (parent.type === 'object_property' && parent.namedChild(0)?.equals(node)) return false;
  if (parent.type.endsWith('_declaration') && parent.namedChild(0)?.equals(node)) return false;
  for (let up = parent.parent; up; up = up.parent) if (up.type === 'decorators') return false;
  return !['primitive_type', 'type', 'decorator'].includes(parent.type);
}

describe.each(['main.bicep', 'control-plane.bicep'])('the modules of %s', (path) => {
  test('exist, and get every parameter that they need and none that they do not know', () => {
    const { modules } = fileAt(path) ?? main;
    expect(modules.length).toBeGreaterThan(7);
    for (const { name, path: module, params } of modules) {
      const file = fileAt(module);
      expect([name, file !== undefined]).toEqual([name, true]);
      const known = [...(file?.params ?? [])];
      expect(params.filter((param) => !file?.params.has(param))).toEqual([]);
      expect(known.filter(([param, { hasDefault }]) => !hasDefault && !params.includes(param))).toEqual([]);
    }
  });

  test('have every output that is used', () => {
    const file = fileAt(path) ?? main;
    const modules = new Map(file.modules.map(({ name, path: module }) => [name, module]));
    const used = file.root.text.matchAll(/\b(\w+)!?\.outputs\.(\w+)/g);
    for (const [, module = '', output = ''] of used) {
      expect([module, output, fileAt(modules.get(module) ?? '')?.outputs.has(output)]).toEqual([
        module,
        output,
        true,
      ]);
    }
  });
});

test('the platform, which answers preflights, and the service let the same sites in', () => {
  expect(main.root.text).toContain('ALLOWED_ORIGINS: allowedOrigins\n');
  expect(main.root.text).toContain(
    "var listedOrigins = filter(map(split(toLower(allowedOrigins), ','), origin => trim(origin)), origin => !empty(origin))\n",
  );
  expect(main.root.text).toContain(
    "startsWith(origin, 'https:') ? replace('${origin}|', ':443|', '|') : replace('${origin}|', ':80|', '|'))\nvar origins = map(markedOrigins, origin => replace(origin, '|', ''))\n",
  );
  expect(main.root.text).toContain('allowedOrigins: origins\n');
  expect(fileAt('modules/function-app.bicep')?.root.text).toContain(
    'cors: { allowedOrigins: allowedOrigins, supportCredentials: false }',
  );
});

test('what is loaded from files is there', () => {
  for (const { path, root } of files) {
    for (const [, file = ''] of root.text.matchAll(/load(?:Json|Text)Content\('([^']+)'\)/g)) {
      expect(existsSync(join(INFRA, path, '..', file))).toBe(true);
    }
  }
});
