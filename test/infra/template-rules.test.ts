import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { providersIn, templateViolations } from '../../scripts/infra/template-rules.ts';
import { wizardViolations } from '../../scripts/infra/wizard-rules.ts';
import { bicepFiles, INFRA } from './support/bicep.ts';

const PARAMETERS = 'resources.0.properties.template.parameters';

describe('a rule of the marketplace is checked in a compiled template', () => {
  test.each([
    [
      { languageVersion: '2.0' },
      ['resources.0.properties.template.languageVersion: managed applications refuse it'],
    ],
    [
      { parameters: { units: { type: 'int', minValue: 1 } } },
      [`${PARAMETERS}.units: has a minimum or a maximum alone`],
    ],
    [
      { parameters: { units: { type: 'int', maxValue: 1 } } },
      [`${PARAMETERS}.units: has a minimum or a maximum alone`],
    ],
    [{ parameters: { units: { type: 'int', minValue: 0, maxValue: 1 } } }, []],
    [{ resources: [{ sku: {} }] }, ['resources.0.properties.template.resources.0.sku: is empty']],
    [{ resources: [{ names: [] }] }, ['resources.0.properties.template.resources.0.names: is empty']],
    [{ parameters: { second: { allowedValues: [''] } } }, []],
    [{ resources: [{ kind: ' ' }] }, ['resources.0.properties.template.resources.0.kind: is empty']],
    [{ resources: [{ zones: null }] }, ['resources.0.properties.template.resources.0.zones: is empty']],
    [{ parameters: { text: { defaultValue: '' } }, resources: [], variables: {} }, []],
    [{ resources: [{ identity: { '[parameters(1)]': {} } }] }, []],
    [
      { outputs: { homeUrl: { value: "[format('https://{0}', 1)]" } } },
      ['resources.0.properties.template.outputs.homeUrl: is joined without uri()'],
    ],
    [
      { resources: [{ packageUri: "[concat(uri('https://a.example', 'b'), 'c')]" }] },
      ['resources.0.properties.template.resources.0.packageUri: is joined without uri()'],
    ],
    [{ outputs: { homeUrl: { value: "[uri(format('https://{0}', 1), 'b')]" } } }, []],
    [{ outputs: { homeUrl: { value: 'https://a.example' } } }, []],
  ])('for %j', (nested, violations) => {
    expect(templateViolations({ resources: [{ properties: { template: nested } }] })).toEqual(violations);
  });

  test.each([
    ["[parameters('units')]", []],
    ["[variables('units')]", [`${PARAMETERS}.units: is not used`]],
  ])('for an unused parameter of a nested template, where a resource has %s', (capacity, violations) => {
    const nested = {
      $schema: 'https://schema.example#',
      parameters: { units: { type: 'int' } },
      resources: [{ capacity }],
    };
    expect(templateViolations({ resources: [{ properties: { template: nested } }] })).toEqual(violations);
  });

  test.each([
    ["[coalesce(tryGet(deployment().properties, 'templateLink', 'uri'), '')]", 1],
    [
      "[if(contains(deployment().properties, 'templateLink'), deployment().properties.templateLink.uri, '')]",
      0,
    ],
  ])('for a default of _artifactsLocation: %s', (defaultValue, violations) => {
    expect(templateViolations({ parameters: { _artifactsLocation: { defaultValue } } })).toHaveLength(
      violations,
    );
  });
});

test('every module belongs to a template, with which it is compiled', () => {
  const files = bicepFiles();
  const templates = files.filter(({ path }) => !path.startsWith('modules/')).map(({ text }) => text);
  for (const { path } of files.filter((file) => file.path.startsWith('modules/'))) {
    expect([path, templates.some((text) => text.includes(`'${path}'`))]).toEqual([path, true]);
  }
});

describe('the marketplace wizard', () => {
  const text = readFileSync(join(INFRA, 'marketplace/createUiDefinition.json'), 'utf8');

  /** The providers of the sources; `npm run check:infra` compares those of the compiled template. */
  const providers = new Set(
    bicepFiles().flatMap(({ text: source }) =>
      Array.from(source.matchAll(/^resource \w+ '(Microsoft\.\w+)\/[^']+' = /gm), ([, name = '']) => name),
    ),
  );

  test('contains nothing that the marketplace refuses or warns about', () => {
    expect(wizardViolations(JSON.parse(text), [...providers])).toEqual([]);
  });

  test('is refused if a resource provider of the template is missing', () => {
    expect(providers.size).toBeGreaterThan(10);
    const without = text.replace('"Microsoft.DocumentDB",', '');
    expect(wizardViolations(JSON.parse(without), [...providers])).toEqual([
      'config.basics.subscription.resourceProviders: Microsoft.DocumentDB is missing',
    ]);
  });

  test('is compared with the providers of all resource types, including nested ones', () => {
    const nested = {
      resources: [{ type: 'Microsoft.Web/sites/config' }],
      outputs: { id: { type: 'string' } },
    };
    const template = {
      resources: [{ type: 'Microsoft.Resources/deployments', properties: { template: nested } }],
    };
    expect(providersIn(template)).toEqual(['Microsoft.Resources', 'Microsoft.Web']);
  });

  test.each([
    ['"[location()]"', '"[resourceGroup().location]"', 'outputs.location: is not [location()]'],
    ['"crossTenant": "[bool(\'true\')]"', '"crossTenant": ""', 'outputs.crossTenant: is empty'],
    ['"^.{1,60}$"', '"^.+$"', 'assistantName: has a pattern without a length'],
    ['"The name that visitors see."', '""', 'assistantName: has no toolTip'],
    ['"Enter 1 to 60 characters."', '""', 'assistantName: has a pattern without a message'],
  ])('is refused with %s replaced by %s', (right, wrong, violation) => {
    expect(text).toContain(right);
    expect(wizardViolations(JSON.parse(text.replace(right, wrong)))).toEqual([violation]);
  });
});
