import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { INFRA } from './support/bicep.ts';

const Item = z.object({
  name: z.string(),
  content: z.object({ title: z.string(), query: z.string(), timeContextFromParameter: z.literal('Window') }),
});
const Workbook = z.object({
  version: z.literal('Notebook/1.0'),
  items: z.tuple([z.object({ name: z.literal('window') })], Item),
});
const read = (path: string) => readFileSync(join(INFRA, path), 'utf8');
const [, ...charts] = Workbook.parse(JSON.parse(read('workbook.json'))).items;
const queries = charts.map(({ content }) => content.query).join('\n');

/** The union of events, as it is written. */
const [, union = ''] =
  /export type TelemetryEvent =([\s\S]+?);\n\nexport/.exec(read('../src/ports/telemetry.ts')) ?? [];
const events = new Map(
  union
    .split(/\n {2}\| /)
    .flatMap((event) => {
      const [, type] = /type: '([\w-]+)'/.exec(event) ?? [];
      return type === undefined ? [] : [[type, Array.from(event.matchAll(/(\w+)\??:/g), ([, name]) => name)]];
    })
    .map(([type, fields]) => [String(type), [fields].flat()] as const),
);

test('the workbook shows latency, errors and cost', () => {
  expect(charts.map(({ name }) => name)).toEqual(expect.arrayContaining(['latency', 'errors', 'cost']));
});

test('the workbook queries only events and fields that the runtime sends', () => {
  const asked = Array.from(queries.matchAll(/customEvents \| where name == '([\w-]+)'(.*)/g));
  expect(asked.length).toBeGreaterThan(2);
  for (const [, name = '', rest = ''] of asked) {
    expect([name, events.has(name)]).toEqual([name, true]);
    for (const [, field] of rest.matchAll(/custom(?:Measurements|Dimensions)\.(\w+)/g)) {
      expect([name, field, events.get(name)?.includes(field)]).toEqual([name, field, true]);
    }
  }
  // A call's charge goes by another name there, and the names of its calls begin with the component's.
  expect(events.get('dependency')).toContain('charge');
  expect(read('../src/adapters/telemetry/app-insights-items.ts')).toContain('requestCharge');
  expect(queries).toContain("target == 'cosmos'");
  expect(queries).toContain('customDimensions.requestCharge');
});

test('the workbook shows the model in use and its response times, and the alert reads the same event', () => {
  expect(charts.map(({ name }) => name)).toEqual(expect.arrayContaining(['model', 'reductions']));
  expect(read('modules/model-retirement.bicep')).toMatch(
    /'model-checked\\'.*customMeasurements\.daysLeft\) < 30/,
  );
});
