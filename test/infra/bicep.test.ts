import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/wire/settings.ts';
import { bicepFiles, INFRA, propertiesOf, type BicepFile } from '../support/bicep.ts';

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
    'loadJsonContent',
    'loadTextContent',
    'filter',
    'startsWith',
    'toLower',
    'map',
    'replace',
    'resourceGroup',
  ],
  ...['split', 'string', 'subscriptionResourceId', 'tenant', 'trim', 'union', 'uniqueString', 'uri'],
]);

test('every file parses', () => {
  expect(files.length).toBeGreaterThan(12);
  for (const { path, root } of files) expect([path, root.hasError]).toEqual([path, false]);
});

test('every module has one reason to exist: 25 to 120 lines', () => {
  for (const { path, root } of files) {
    const lines = root.endPosition.row;
    if (path !== 'main.bicep')
      expect([path, lines, lines >= 25 && lines <= 120]).toEqual([path, lines, true]);
  }
});

test('every parameter is described, and what is a number says of what', () => {
  const units =
    /days|gigabytes|megabytes|tokens|request units|connections|instances|requests|billing currency/i;
  for (const { path, params } of files) {
    for (const [name, { type, decorators }] of params) {
      const [, description = ''] = /@description\('([^']+)'\)/.exec(decorators) ?? [];
      expect([path, name, description !== '']).toEqual([path, name, true]);
      if (type === 'int')
        expect([path, name, description]).toEqual([path, name, expect.stringMatching(units)]);
    }
  }
});

test('every name that is used is declared', () => {
  const loose = files.flatMap(({ path, root, symbols }) =>
    root
      .descendantsOfType('identifier')
      .filter((node) => node && isUse(node))
      .map((node) => node?.text ?? '')
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

test('every module exists, gets every parameter that it needs and none that it does not know', () => {
  expect(main.modules.length).toBeGreaterThan(9);
  for (const { name, path, params } of main.modules) {
    const file = fileAt(path);
    expect([name, file !== undefined]).toEqual([name, true]);
    const known = [...(file?.params ?? [])];
    expect(params.filter((param) => !file?.params.has(param))).toEqual([]);
    expect(known.filter(([param, { hasDefault }]) => !hasDefault && !params.includes(param))).toEqual([]);
  }
});

test('every output of a module that is used exists', () => {
  const modules = new Map(main.modules.map(({ name, path }) => [name, path]));
  const used = main.root.text.matchAll(/\b(\w+)!?\.outputs\.(\w+)/g);
  for (const [, module = '', output = ''] of used) {
    expect([module, output, fileAt(modules.get(module) ?? '')?.outputs.has(output)]).toEqual([
      module,
      output,
      true,
    ]);
  }
});

/** What stays at its default in the cloud, for the local host, or for emulators alone. */
const NOT_SET = new Set([
  ...[
    'COSMOS_KEY',
    'WEB_PUBSUB_CONNECTION_STRING',
    'OPENAI_BASE_URL',
    'OPENAI_API_KEY',
    'OPENAI_MODEL',
    'ADMIN_KEY',
    'MODEL_API',
    'MODEL_MAX_OUTPUT_TOKENS',
    'MODEL_REASONING_EFFORT',
  ],
  ...[
    'HOST',
    'PORT',
    'DEMO_PORT',
    'DATA_DIR',
    'LOCAL_CLOCK_OFFSET_HOURS',
    'LOCAL_CONTROL_PLANE',
    'CONTROL_PLANE_PORT',
  ],
  ...[
    'RATE_LIMIT_SESSION_PER_MINUTE',
    'RATE_LIMIT_SESSION_READS_PER_MINUTE',
    'RATE_LIMIT_IP_PER_MINUTE',
    'RATE_LIMIT_IP_READS_PER_MINUTE',
  ],
  ...['TRUSTED_PROXY_HOPS', 'LOG_LEVEL'],
  ...['ASSISTANT_INSTRUCTIONS', 'KNOWLEDGE_DIR', 'SEAT_WINDOW_DAYS', 'ADMIN_START_GATED'],
]);

test('the app gets exactly the settings that the runtime reads', () => {
  const [module] = main.root
    .descendantsOfType('module_declaration')
    .filter((node) => node?.namedChild(0)?.text === 'appSettings');
  if (!module) throw new Error('There are no settings of the app.');
  const expected = SETTING_NAMES.filter((name) => !NOT_SET.has(name)).toSorted();
  expect(propertiesOf(module, 'settings').toSorted()).toEqual(expected);
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
