import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { bicepFiles, INFRA } from '../support/bicep.ts';

const json = (path: string): unknown => JSON.parse(readFileSync(join(INFRA, path), 'utf8'));

const Element = z.object({
  name: z.string(),
  type: z.string().regex(/^Microsoft\.Common\.(TextBox|DropDown|CheckBox|TextBlock)$/),
  defaultValue: z.string().optional(),
  constraints: z
    .object({
      regex: z.string().optional(),
      validationMessage: z.string().optional(),
      allowedValues: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
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

test('every JSON file of the folder is valid', () => {
  const paths = globSync('**/*.json', { cwd: INFRA });
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) expect(() => json(path)).not.toThrow();
});

test('the wizard gives exactly the parameters of main.bicep, but for those that the marketplace fills in', async () => {
  const main = (await bicepFiles()).find(({ path }) => path === 'main.bicep');
  const expected = [...(main?.params.keys() ?? [])].filter((name) => !name.startsWith('_artifactsLocation'));
  expect(Object.keys(outputs).toSorted()).toEqual(expected.toSorted());
});

test('every output reads an element that is there', () => {
  const places = new Set([
    ...basics.map(({ name }) => `basics('${name}')`),
    ...steps.flatMap((step) => step.elements.map(({ name }) => `steps('${step.name}').${name}`)),
  ]);
  for (const [name, value] of Object.entries(outputs)) {
    const [read] = /(basics\('\w+'\)|steps\('\w+'\)\.\w+)/.exec(value) ?? [];
    if (read !== undefined) expect([name, places.has(read)]).toEqual([name, true]);
  }
});

test('every default passes its own check, and what is no origin or no id does not', () => {
  for (const { name, type, defaultValue = '', constraints } of elements) {
    if (type.endsWith('DropDown')) {
      expect([name, constraints?.allowedValues?.map(({ label }) => label)]).toEqual([
        name,
        expect.arrayContaining([defaultValue]),
      ]);
    } else if (constraints?.regex !== undefined) {
      expect([name, new RegExp(constraints.regex).test(defaultValue)]).toEqual([name, true]);
      expect(constraints.validationMessage).not.toBe('');
    }
  }
  const check = (name: string) =>
    new RegExp(elements.find((one) => one.name === name)?.constraints?.regex ?? '');
  expect(check('allowedOrigins').test('https://a.example, https://b.example:8443')).toBe(true);
  for (const wrong of ['https://a.example/', 'a.example', ''])
    expect(check('allowedOrigins').test(wrong)).toBe(false);
  expect(check('idpAppClientId').test('not-an-id')).toBe(false);
});

test('the wizard’s default lets every site embed the chat', () => {
  expect(elements.find(({ name }) => name === 'allowedOrigins')?.defaultValue).toBe('*');
});

test('the publisher may not touch data', () => {
  expect(json('marketplace/managedApplication.json')).toMatchObject({
    lockLevel: 'ReadOnly',
    publisherDataActions: [],
    publisherNotDataActions: ['*'],
  });
});
