import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { bicepFile, bicepFiles, INFRA, type BicepParameter } from './support/bicep.ts';

const { params } = bicepFile('main.bicep');
const read = (name: string) => readFileSync(join(INFRA, name), 'utf8');

/** The type of a value that a parameter file writes out. */
function typeOf(value: string): string {
  if (/^(true|false)$/.test(value)) return 'bool';
  if (/^\d+$/.test(value)) return 'int';
  if (/^'[^']*'$/.test(value) || /^readEnvironmentVariable\('\w+'(, '[^']*')?\)$/.test(value)) {
    return 'string';
  }
  return 'neither';
}

/** The argument of a decorator, for example `4000` of `@maxValue(4000)`. */
function decorated({ decorators }: BicepParameter, name: string): string | undefined {
  return new RegExp(`@${name}\\(([^)]*)\\)`).exec(decorators)?.[1];
}

/** The parameter file that docs/deploy.md has the reader write. */
const [, documented = ''] = /<<'END'\n(using [^]*?)\nEND\n/.exec(read('../docs/deploy.md')) ?? [];

describe.each([
  ['main.dev.bicepparam', read('main.dev.bicepparam')],
  ['private.bicepparam', read('private.bicepparam')],
  ['the file of docs/deploy.md', documented.replace('./infra/main', './main')],
])('%s', (_, text) => {
  const given = Array.from(text.matchAll(/^param (\w+) = (.+)$/gm), ([, name = '', value = '']) => ({
    name,
    value,
  }));

  test('is for main.bicep, and sets only its parameters', () => {
    expect(text).toMatch(/^using '\.\/main\.bicep'/);
    expect(given.length).toBeGreaterThan(4);
    expect(given.filter(({ name }) => !params.has(name))).toEqual([]);
  });

  test('gives every parameter a value of its type, within its bounds', () => {
    for (const { name, value } of given) {
      const parameter = params.get(name);
      if (!parameter) continue;
      expect([name, typeOf(value)]).toEqual([name, parameter.type]);
      const [allowed, least, most] = ['allowed', 'minValue', 'maxValue'].map((one) =>
        decorated(parameter, one),
      );
      if (allowed !== undefined) {
        expect([name, allowed.match(/'[^']*'|\d+/g)]).toEqual([name, expect.arrayContaining([value])]);
      }
      expect([name, Number(value) < Number(least ?? Number.NaN)]).toEqual([name, false]);
      expect([name, Number(value) > Number(most ?? Number.NaN)]).toEqual([name, false]);
    }
  });
});

const AzdParameters = z.object({ parameters: z.record(z.string(), z.object({ value: z.string() })) });

test('azd sets every parameter by an environment variable of its name, except those that the marketplace fills in', () => {
  const { parameters } = AzdParameters.parse(JSON.parse(read('main.parameters.json')));
  const expected = [...params.keys()].filter((name) => !name.startsWith('_artifactsLocation'));
  const variable = (name: string) =>
    name === 'location' ? 'AZURE_LOCATION' : name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  expect(Object.fromEntries(Object.entries(parameters).map(([name, { value }]) => [name, value]))).toEqual(
    Object.fromEntries(expected.map((name) => [name, `\${${variable(name)}}`])),
  );
});

/** The variables that a parameter file reads. */
const variables = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

describe.each([
  ['main', variables(read('main.parameters.json'), /"\$\{(\w+)\}"/g)],
  ['control-plane', variables(read('control-plane.bicepparam'), /readEnvironmentVariable\('(\w+)'/g)],
])('the outputs of %s', (name, names) => {
  const { text, outputs } = bicepFile(`${name}.bicep`);

  test('give a new azd environment each variable that sets a parameter', () => {
    expect(names.length).toBeGreaterThan(6);
    expect(names.filter((variable) => !outputs.has(variable))).toEqual([]);
  });

  test('are within the platform’s limit, are all text, and contain no secure parameter', () => {
    expect(outputs.size).toBeLessThanOrEqual(64);
    const values = Array.from(text.matchAll(/^output \w+ (\w+) = (.+)$/gm));
    expect(new Set(values.map(([, type]) => type))).toEqual(new Set(['string']));
    const secure = Array.from(bicepFile(`${name}.bicep`).params).filter(([, { decorators }]) =>
      decorators.includes('@secure()'),
    );
    for (const [param] of secure) expect(values.filter(([, , value]) => value?.includes(param))).toEqual([]);
  });
});

test('the control plane’s parameters are variables of the same names, and its further settings are a JSON object', () => {
  const file = read('control-plane.bicepparam');
  expect(file).toContain("param extraSettings = json(readEnvironmentVariable('EXTRA_SETTINGS', '{}'))\n");
  const names = Array.from(
    file.matchAll(/^param (\w+) = .*readEnvironmentVariable\('(\w+)'/gm),
    ([, ...both]) => both,
  );
  expect(names.length).toBeGreaterThan(6);
  for (const [name = '', variable] of names) {
    expect(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()).toBe(variable);
  }
});

describe('azure.yaml', () => {
  const project = read('../azure.yaml');

  test('deploys the folder that the service’s hook prepares, unchanged, to the app with its tag', () => {
    expect(project).toContain('path: infra\n  module: main\n');
    expect(project).toContain(
      'project: .\n    dist: .deploy/runtime\n    host: function\n    language: js\n',
    );
    expect(project).toContain('remoteBuild: false');
    const [, service = ''] = /^services:\n {2}(\w+):$/m.exec(project) ?? [];
    expect(read('main.bicep')).toContain(`'azd-service-name': '${service}'`);
  });

  test('has the hook in the service, since azd deploy runs no hook of the project', () => {
    const [ofTheProject = '', ofTheService = ''] = project.split(/^services:$/m);
    expect(ofTheProject).not.toContain('prepackage:');
    expect(ofTheService).toContain('      prepackage:\n');
  });

  test('requires an azd version that supports its settings', () => {
    expect(project).toMatch(/^requiredVersions:\n {2}azd: '>= 1\.23\.5'$/m);
  });
});

test('every resource with a location has the tags that a policy may demand', () => {
  const resources = bicepFiles().flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^resource \w+ '[^']+' =[^]*?^[}\]]/gm), ([block]) => ({ path, block })),
  );
  const placed = resources.filter(({ block }) => /^ {2,4}location:/m.test(block));
  expect(placed.length).toBeGreaterThan(15);
  expect(placed.filter(({ block }) => !/^ {2,4}tags: .*tags/im.test(block))).toEqual([]);
});

describe('parameters with irreversible effects', () => {
  const bicep = read('modules/database.bicep');

  test('the database backup is periodic with the shortest retention by default', () => {
    expect(params.get('backup')?.decorators).toContain("@allowed(['periodic', 'continuous7Days'])");
    expect(read('main.bicep')).toContain("param backup string = 'periodic'");
    expect(bicep).toMatch(/backup == 'periodic'\s*\? \{\s*type: 'Periodic'/);
    expect(bicep).toContain('backupRetentionIntervalInHours: 8');
  });

  test.each(['backup', 'privateNetwork', 'retentionDays'])(
    '%s names the irreversible effect in its description',
    (name) => {
      expect(params.get(name)?.decorators).toMatch(/You cannot|does not remove|permanently/);
    },
  );
});
