import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const doc = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8');
const [section = ''] = doc.split('\n## Sums\n');
/** The cells of each row of the tables of costs and prices, without emphasis, by the first one. */
const rows = new Map(
  section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('**', '')))
    .map(([, name = '', ...cells]) => [name, cells]),
);
const price = (meter: string) => Number(rows.get(meter)?.[0]);
const monthly = (what: string) => (rows.get(what) ?? []).slice(0, 2).map((cell) => Number.parseFloat(cell));

const HOURS = 730;
const DAYS = HOURS / 24;

test.each([
  ['Web PubSub, one unit of `Standard_S1`', price('Web PubSub, a unit of the standard tier') * DAYS],
  ['availability test, three places every 5 minutes', price('availability test') * 3 * 12 * HOURS],
  ['alerts', 3 * price('metric alert') + price('log alert')],
  ['`privateNetwork`', 4 * (price('private endpoint') * HOURS + price('private DNS zone'))],
  // A tenth of the most throughput, 400 and 100 request units a second, is billed in each of two regions.
  ['`secondLocation`', price('Front Door, standard') + 2 * 5 * price('Cosmos DB, autoscale') * HOURS],
])('%s costs what the unit prices make of it', (what, amount) => {
  expect(amount).toBeGreaterThan(1);
  expect(monthly(what)).toEqual([Math.round(amount), Math.round(amount)]);
});

test('the sums are those of the lines above them', () => {
  const lines = [...rows.keys()];
  const own = lines.slice(lines.indexOf('item') + 2, lines.indexOf('together'));
  expect(own.length).toBeGreaterThan(6);
  for (const column of [0, 1]) {
    const sum = own.reduce((total, line) => total + (monthly(line)[column] || 0), 0);
    expect(monthly('together')[column]).toBe(Math.round(sum));
  }
});

test('the wizard says the same as the document about the telemetry of a day', () => {
  const wizard = readFileSync(
    join(import.meta.dirname, '../../infra/marketplace/createUiDefinition.json'),
    'utf8',
  );
  const [, chats = ''] = /enough up to about ([\d ]+) chats a month/.exec(wizard) ?? [];
  expect(doc).toMatch(new RegExp(`\\| \`telemetryDailyCapGb\` +\\| from about ${chats} chats a month`));
});
