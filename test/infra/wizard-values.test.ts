import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { knownModel } from '../../src/spending/rules/models.ts';
import { Settings } from '../../src/config/config.ts';
import { bicepFile, INFRA } from './support/bicep.ts';
import { wizardValue, type WizardState } from './wizard-expressions.ts';

const Choices = z.array(z.object({ label: z.string(), value: z.string() }));
const Element = z.object({
  name: z.string(),
  type: z.string(),
  defaultValue: z.string().optional(),
  visible: z.string().optional(),
  request: z.object({ method: z.string(), path: z.string() }).optional(),
  constraints: z
    .object({
      regex: z.string().optional(),
      // A list, or the expression that makes one.
      allowedValues: z.union([Choices, z.string()]).optional(),
    })
    .optional(),
});
type Element = z.infer<typeof Element>;
const { basics, steps, outputs, config } = z
  .object({
    parameters: z.object({
      config: z.object({ basics: z.object({ location: z.object({ allowedValues: z.array(z.string()) }) }) }),
      basics: z.array(Element),
      steps: z.array(z.object({ name: z.string(), elements: z.array(Element) })),
      outputs: z.record(z.string(), z.string()),
    }),
  })
  .parse(JSON.parse(readFileSync(join(INFRA, 'marketplace/createUiDefinition.json'), 'utf8'))).parameters;
const regions = config.basics.location.allowedValues;
const NOW = '2026-11-22T08:00:00.000Z';

const { params } = bicepFile('main.bicep');

/** The value of an element that the customer does not change. */
function untouched({ type, defaultValue = '', constraints }: Element, state: WizardState): unknown {
  if (type.endsWith('.CheckBox')) return false;
  if (type.endsWith('.JitConfigurator')) return { jitAccessEnabled: true };
  const value = wizardValue(defaultValue, state);
  if (!type.endsWith('.DropDown')) return value;
  const { allowedValues = [] } = constraints ?? {};
  const choices = typeof allowedValues === 'string' ? wizardValue(allowedValues, state) : allowedValues;
  const chosen = Choices.parse(choices).find(({ label }) => label === value);
  if (!chosen) throw new Error(`The default is no label: ${String(value)}`);
  return chosen.value;
}

/** The answers of the region's API; null until there is one. */
type Answers = Readonly<Record<'offered' | 'quota', { value: unknown }>>;
const UNANSWERED: Answers = { offered: { value: null }, quota: { value: null } };
const SHOWN_ONLY = /\.(TextBlock|InfoBox|ArmApiControl)$/;

/** The state of the wizard in a region, with every default. */
function filledIn(location: string, answers = UNANSWERED): WizardState {
  const empty: WizardState = { location, nowIso: NOW, basics: {}, steps: { model: answers } };
  const valuesOf = (elements: readonly Element[]) =>
    Object.fromEntries(
      elements
        .filter(({ type }) => !SHOWN_ONLY.test(type))
        .map((element) => [element.name, untouched(element, empty)]),
    );
  return {
    ...empty,
    basics: valuesOf(basics),
    steps: Object.fromEntries(
      steps.map(({ name, elements }) => [name, { ...empty.steps[name], ...valuesOf(elements) }]),
    ),
  };
}

const given = (location: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, wizardValue(value, filledIn(location))]),
  );

describe.each(regions)('in %s', (region) => {
  test('every expression evaluates with the defaults to a value of the parameter’s type', () => {
    for (const [name, value] of Object.entries(given(region))) {
      if (name === 'jitAccessPolicy') continue;
      const type = params.get(name)?.type;
      expect([
        name,
        { string: 'string', number: 'int', boolean: 'bool', object: 'object' }[typeof value as string],
      ]).toEqual([name, type]);
      const [, allowed] = /@allowed\(\[([^\]]+)\]/.exec(params.get(name)?.decorators ?? '') ?? [];
      if (allowed !== undefined) {
        expect([name, allowed.replaceAll("'", '').split(', ')]).toEqual([
          name,
          expect.arrayContaining([String(value)]),
        ]);
      }
    }
  });

  test('the model works in the EU data zone if the region is in the EU', () => {
    const expected = /^(swedencentral|francecentral)$/.test(region) ? 'DataZoneStandard' : 'GlobalStandard';
    expect(given(region)['modelDeploymentType']).toBe(expected);
  });
});

describe('the chosen language model', () => {
  const element = (name: string) => {
    const found = steps.flatMap((step) => step.elements).find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const luna = { format: 'OpenAI', name: 'gpt-5.6-luna', version: '2026-07-09' };
  const offered = {
    value: [
      { kind: 'AIServices', model: luna },
      { kind: 'OpenAI', model: luna },
      { kind: 'OpenAI', model: { ...luna, name: 'gpt-5', version: '2025-08-07' } },
    ],
  };
  const left = (limit: number) => ({
    value: [{ name: { value: 'OpenAI.GlobalStandard.gpt-5.6-luna' }, limit, currentValue: 10 }],
  });

  test('is offered if the region offers it and the service knows it', () => {
    const { allowedValues } = element('model').constraints ?? {};
    const state = filledIn('eastus2', { ...UNANSWERED, offered });
    expect(wizardValue(z.string().parse(allowedValues), state)).toEqual([
      { label: 'gpt-5.6-luna (2026-07-09)', value: 'gpt-5.6-luna/2026-07-09' },
    ]);
  });

  test.each([
    [859, true],
    [860, false],
  ])('with a limit of %i, of which 10 are used, shows a warning for 850: %s', (limit, isWarned) => {
    const { visible } = element('tooLittleQuota');
    const state = filledIn('eastus2', { offered, quota: left(limit) });
    expect(wizardValue(visible ?? '', state)).toBe(isWarned);
  });

  test('is requested from the region, and there is no warning without a response', () => {
    for (const [name, list] of [
      ['offered', 'models'],
      ['quota', 'usages'],
    ] as const) {
      const { request } = element(name);
      expect(request?.method).toBe('GET');
      expect(wizardValue(request?.path ?? '', filledIn('eastus2'))).toMatch(
        `/subscriptions/s/providers/Microsoft.CognitiveServices/locations/eastus2/${list}?api-version=`,
      );
    }
    expect(wizardValue(element('tooLittleQuota').visible ?? '', filledIn('eastus2'))).toBe(false);
  });
});

describe('the chosen embedding model', () => {
  const expression = outputs['embeddingModelName'] ?? '';
  const { text } = bicepFile('main.bicep');
  const needed = Number(/^param embeddingCapacity int = (\d+)$/m.exec(text)?.[1]);
  const quotaOf = (name: string, limit: number) => ({
    value: [{ name: { value: `OpenAI.GlobalStandard.${name}` }, limit, currentValue: 10 }],
  });
  const chosen = (quota: Answers['quota']) =>
    wizardValue(expression, filledIn('eastus2', { ...UNANSWERED, quota }));

  test('is the default of the template, even without a response of the region', () => {
    expect(text).toContain("\nparam embeddingModelName string = 'text-embedding-3-small'\n");
    expect(chosen(UNANSWERED.quota)).toBe('text-embedding-3-small');
  });

  test.each([
    ['text-embedding-3-small', needed + 10, 'text-embedding-3-small'],
    ['text-embedding-3-small', needed + 9, 'none'],
    ['gpt-5.6-luna', 1000, 'none'],
  ])('is “none” if the region has no quota for it: %s, %i', (name, limit, expected) => {
    expect(chosen(quotaOf(name, limit))).toBe(expected);
  });

  test('can be deselected', () => {
    const state = filledIn('eastus2');
    const model = { ...state.steps['model'], embeddingModel: 'none' };
    expect(wizardValue(expression, { ...state, steps: { ...state.steps, model } })).toBe('none');
  });
});

test('the budget begins on the first day of this month, and the default model is a known model', () => {
  const { budgetStart, modelName, modelVersion, location } = given('swedencentral');
  expect([budgetStart, location]).toEqual(['2026-11-01', 'swedencentral']);
  expect(knownModel(String(modelName))?.retirements[String(modelVersion)]).toBeDefined();
});

/** Values that customers type, right and wrong ones, for every kind of text box. */
const TYPED = [
  ...[
    '',
    ' ',
    '*',
    'https://a.example',
    'http://a.example:8080, https://b.example',
    'a.example',
    'https://a.example/',
    'ftp://a',
  ],
  ...[
    '11111111-1111-4111-8111-111111111111',
    '{11111111-1111-4111-8111-111111111111}',
    '11111111111141118111111111111111',
  ],
  ...[
    '0',
    '1',
    '20',
    '21',
    '36500',
    '36501',
    '1.5',
    '-1',
    '1e3',
    '100000000000',
    '100000000001',
    '999999999999',
  ],
  ...['0.25', '00.25', '100000', '100001', '.5', '5.', '0,25'],
  ...[
    'sub-1',
    'sub 1',
    'sub_1.x',
    'a'.repeat(60),
    'a'.repeat(61),
    'Ada',
    'chat.example.com',
    '*.example.com',
  ],
];

/** The setting that each text box ends in, by the template. */
const SETTING_OF: Record<string, keyof typeof Settings.shape> = {
  allowedOrigins: 'ALLOWED_ORIGINS',
  assistantName: 'ASSISTANT_NAME',
  idpAppClientId: 'IDP_APP_CLIENT_ID',
  idpAppTenantId: 'IDP_APP_TENANT_ID',
  modelInputPrice: 'MODEL_INPUT_PRICE',
  modelCachedInputPrice: 'MODEL_CACHED_INPUT_PRICE',
  modelOutputPrice: 'MODEL_OUTPUT_PRICE',
  dailyTokenBudget: 'DAILY_TOKEN_BUDGET',
  retentionDays: 'RETENTION_DAYS',
};

describe.each(Object.entries(SETTING_OF))('the values that the text box %s accepts', (name, setting) => {
  const element = [...basics, ...steps.flatMap((step) => step.elements)].find((one) => one.name === name);
  const pattern = new RegExp(element?.constraints?.regex ?? '(?!)');

  test(`are accepted by the runtime as ${setting}`, () => {
    for (const typed of TYPED.filter((one) => pattern.test(one))) {
      // The runtime counts an empty value as none.
      if (typed.trim() === '') continue;
      expect([typed, Settings.shape[setting].safeParse(typed).success]).toEqual([typed, true]);
    }
  });

  test('include some values and exclude others', () => {
    expect(TYPED.some((one) => pattern.test(one))).toBe(true);
    expect(TYPED.every((one) => pattern.test(one))).toBe(false);
  });
});

describe('the address for alerts', () => {
  const element = steps.flatMap((step) => step.elements).find(({ name }) => name === 'alertEmail');
  const pattern = new RegExp(element?.constraints?.regex ?? '(?!)');

  test.each(['', 'ops@example.com', 'first.last+chat@mail.example.co.uk'])('accepts %j', (typed) => {
    expect(pattern.test(typed)).toBe(true);
  });

  test.each([
    'ops',
    'ops@example',
    '@example.com',
    'a@b@example.com',
    'a b@example.com',
    'a@example.com,b@example.com',
  ])('refuses %j', (typed) => {
    expect(pattern.test(typed)).toBe(false);
  });
});
