import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { knownModel } from '../../src/spending/rules/models.ts';
import { ALLOWLIST_PATTERN, parseAllowlist } from '../../src/conversations/rules/origin.ts';
import { bicepFile, INFRA } from './support/bicep.ts';
import { HOSTILE_ORIGINS, ORIGINS } from '../support/hostile-origins.ts';

const json = (path: string): unknown => JSON.parse(readFileSync(join(INFRA, path), 'utf8'));

const Element = z.object({
  name: z.string(),
  type: z
    .string()
    .regex(
      /^Microsoft\.Common\.(TextBox|DropDown|CheckBox|TextBlock|InfoBox)$|^Microsoft\.Solutions\.(JitConfigurator|ArmApiControl)$/,
    ),
  defaultValue: z.string().optional(),
  constraints: z
    .object({
      regex: z.string().optional(),
      validationMessage: z.string().optional(),
      // A list, or the expression that makes one (test/infra/wizard-values.test.ts).
      allowedValues: z
        .union([z.array(z.object({ label: z.string(), value: z.string() })), z.string()])
        .optional(),
    })
    .optional(),
});
const CreateUi = z.object({
  $schema: z.string().includes('CreateUIDefinition.MultiVm.json'),
  handler: z.literal('Microsoft.Azure.CreateUIDef'),
  version: z.literal('0.1.2-preview'),
  parameters: z.object({
    basics: z.array(Element),
    steps: z.array(z.object({ name: z.string(), label: z.string(), elements: z.array(Element) })),
    outputs: z.record(z.string(), z.string()),
  }),
});
const { basics, steps, outputs } = CreateUi.parse(json('marketplace/createUiDefinition.json')).parameters;
const elements = [...basics, ...steps.flatMap((step) => step.elements)];
/** The choices of a list. */
const choicesOf = ({ constraints }: (typeof elements)[number]) =>
  Array.isArray(constraints?.allowedValues) ? constraints.allowedValues : [];

test('every JSON file of the folder is valid', () => {
  const paths = globSync('**/*.json', { cwd: INFRA });
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) expect(() => json(path)).not.toThrow();
});

/**
 * By the marketplace, by the publisher’s package, or only when a deployment is changed: there is no order yet
 * and no domain. Outputs may not be empty. E-mail is not offered there: the lock of the managed resource
 * group would refuse to send (docs/email.md).
 */
const GIVEN_OTHERWISE =
  /^(_artifactsLocation|controlPlane|marketplaceSubscriptionId|publicHosts|secondModel|embedding(ModelVersion|Capacity|DeploymentType)|alertActionGroup|siteUpdate|zoneRedundant|logRetention|resourceLock|eventGrid|email|extraSettings|tags)/;

test('the wizard sets all parameters of main.bicep, except those set otherwise', () => {
  const expected = [...bicepFile('main.bicep').params.keys()].filter((name) => !GIVEN_OTHERWISE.test(name));
  // The platform's own, for just-in-time access.
  expected.push('jitAccessPolicy');
  expect(Object.keys(outputs).toSorted()).toEqual(expected.toSorted());
});

test('every output reads an existing element', () => {
  const places = new Set([
    ...basics.map(({ name }) => `basics('${name}')`),
    ...steps.flatMap((step) => step.elements.map(({ name }) => `steps('${step.name}').${name}`)),
  ]);
  for (const [name, value] of Object.entries(outputs)) {
    const [read] = /(basics\('\w+'\)|steps\('\w+'\)\.\w+)/.exec(value) ?? [];
    if (read !== undefined) expect([name, places.has(read)]).toEqual([name, true]);
  }
});

test('every default passes its own check, and an invalid origin or id does not', () => {
  for (const element of elements.filter((one) => typeof one.constraints?.allowedValues !== 'string')) {
    const { name, type, defaultValue = '', constraints } = element;
    if (type.endsWith('DropDown')) {
      // A default that depends on the region is one label or another.
      const defaults = defaultValue.startsWith('[if(')
        ? Array.from(defaultValue.matchAll(/, '([^']+)'/g), ([, label]) => label)
        : [defaultValue];
      expect([name, choicesOf(element).map(({ label }) => label)]).toEqual([
        name,
        expect.arrayContaining(defaults),
      ]);
    } else if (constraints?.regex !== undefined) {
      expect([name, new RegExp(constraints.regex).test(defaultValue)]).toEqual([name, true]);
      expect(constraints.validationMessage).not.toBe('');
    }
  }
  const check = (name: string) =>
    new RegExp(elements.find((one) => one.name === name)?.constraints?.regex ?? '');
  expect(check('idpAppClientId').test('not-an-id')).toBe(false);
});

describe('the wizard’s check of the websites that may use the chat', () => {
  const element = elements.find(({ name }) => name === 'allowedOrigins');
  const pattern = new RegExp(element?.constraints?.regex ?? '');
  const written = ORIGINS.map(([entry]) => entry);

  test.each([
    '*',
    ' * ',
    '*,https://a.example',
    'https://a.example, https://b.example:8443',
    'https://a.example,,https://b.example,',
    ...written,
    written.join(' , '),
  ])('accepts %j as the service does', (setting) => {
    expect(parseAllowlist(setting)).not.toHaveProperty('invalid');
    expect(pattern.test(setting)).toBe(true);
  });

  test.each([...HOSTILE_ORIGINS, '**', '* *', 'https://a.example *', 'https://a.example;https://b.example'])(
    'refuses %j as the service does',
    (entry) => {
      for (const setting of [entry, `*,${entry}`, `https://a.example, ${entry}`]) {
        expect(parseAllowlist(setting)).toHaveProperty('invalid');
        expect(pattern.test(setting)).toBe(false);
      }
    },
  );

  test('uses the pattern of the service', () => {
    expect(element?.constraints?.regex).toBe(ALLOWLIST_PATTERN);
  });
});

test('the fallback models of the wizard are known models and the second choice, and its default is that of the template', () => {
  const element = elements.find(({ name }) => name === 'model');
  const expression = z.string().parse(element?.constraints?.allowedValues);
  const [, fallback = ''] = /parse\('(\[\{.+?\}\])'\)/.exec(expression) ?? [];
  const offered = z.array(z.object({ label: z.string(), value: z.string() })).parse(JSON.parse(fallback));
  const { text: main } = bicepFile('main.bicep');
  const [, second, secondVersion] = /second choice [^`]+`([^`]+)`, version `([^`]+)`/.exec(main) ?? [];
  for (const { label, value } of offered) {
    const [model, version] = value.split('/');
    expect(label).toBe(`${model} (${version})`);
    expect([model, knownModel(model) !== undefined || model === second]).toEqual([model, true]);
    expect(expression).toContain(`/${model}/`);
  }
  expect(offered.map(({ value }) => value)).toContain(`${second}/${secondVersion}`);
  const chosen = offered.find(({ label }) => label === element?.defaultValue)?.value;
  const [, name] = /param modelName string = '([^']+)'/.exec(main) ?? [];
  const [, version] = /param modelVersion string = '([^']+)'/.exec(main) ?? [];
  expect(chosen).toBe(`${name}/${version}`);
});

test('data zones are listed before the global deployment', () => {
  const element = elements.find(({ name }) => name === 'modelDeploymentType');
  const places = element && choicesOf(element).map(({ value }) => value);
  expect(places).toEqual(['DataZoneStandard', 'GlobalStandard', 'Standard']);
});

test('the marketplace deploys across tenants, from the publisher’s tenant', () => {
  expect(outputs['crossTenant']).toBe("[bool('true')]");
});

test('the wizard allows every website by default', () => {
  expect(elements.find(({ name }) => name === 'allowedOrigins')?.defaultValue).toBe('*');
});

test('every number that the wizard accepts is accepted by the template', () => {
  const { params } = bicepFile('main.bicep');
  for (const element of elements) {
    const { name, type, constraints } = element;
    const parameter = params.get(name);
    if (parameter?.type !== 'int') continue;
    const { decorators } = parameter;
    expect([name, outputs[name]?.startsWith('[int(')]).toEqual([name, true]);
    const given = (pattern: RegExp) => pattern.exec(decorators)?.[1];
    const least = given(/@minValue\((\d+)\)/);
    const most = given(/@maxValue\((\d+)\)/);
    const allowed = given(/@allowed\(\[([^\]]+)\]/);
    if (type.endsWith('DropDown')) {
      expect([
        name,
        choicesOf(element)
          .map(({ value }) => value)
          .join(', '),
      ]).toEqual([name, allowed]);
      continue;
    }
    const passes = (value: number) => new RegExp(constraints?.regex ?? '').test(String(value));
    for (const bound of [least, most]) {
      if (bound) expect([name, bound, passes(Number(bound))]).toEqual([name, bound, true]);
    }
    if (most) {
      for (const beyond of [1, 1_000, 10_000]) {
        expect([name, passes(Number(most) + beyond)]).toEqual([name, false]);
      }
    }
    if (least && least !== '0') expect([name, passes(Number(least) - 1)]).toEqual([name, false]);
  }
});

/** As the platform’s own schema has it (ViewDefinition 0.0.1-preview). */
const ViewDefinition = z.strictObject({
  $schema: z.string().endsWith('/viewdefinition/0.0.1-preview/ViewDefinition.json#'),
  contentVersion: z.string().regex(/^\d+\.\d+\.\d+\.\d+$/),
  views: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('Overview'),
        properties: z.strictObject({ header: z.string(), description: z.string(), commands: z.tuple([]) }),
      }),
      z.strictObject({
        kind: z.literal('Metrics'),
        properties: z.strictObject({
          displayName: z.string(),
          version: z.literal('1.0.0'),
          charts: z.array(
            z.strictObject({
              displayName: z.string(),
              chartType: z.enum(['Bar', 'Line', 'Area', 'Scatter']),
              metrics: z.array(
                z.strictObject({
                  name: z.string(),
                  aggregationType: z.enum([
                    'none',
                    'sum',
                    'min',
                    'max',
                    'avg',
                    'unique',
                    'percentile',
                    'count',
                  ]),
                  namespace: z.string(),
                  resourceTagFilter: z.array(z.literal('application')),
                  resourceType: z.string(),
                }),
              ),
            }),
          ),
        }),
      }),
    ]),
  ),
});

test('the overview names every address, in text that the portal shows unchanged', () => {
  const { views } = ViewDefinition.parse(json('marketplace/viewDefinition.json'));
  const [overview] = views.flatMap((view) => (view.kind === 'Overview' ? [view.properties.description] : []));
  const { outputs: given } = bicepFile('main.bicep');
  const named = overview?.match(/[A-Z]+_URL/g) ?? [];
  expect(named).toEqual(['DASHBOARD_URL', 'SETUP_URL', 'HEALTH_URL']);
  for (const name of named) expect([name, given.has(name)]).toEqual([name, true]);
  expect(overview).not.toMatch(/[{}]/);
});

test('the customer chooses in the wizard who approves the publisher’s access', () => {
  expect(elements.filter(({ type }) => type === 'Microsoft.Solutions.JitConfigurator')).toHaveLength(1);
  expect(outputs['jitAccessPolicy']).toBe("[steps('access').justInTime]");
});
