import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemOf } from '../../scripts/model-lifetime.ts';
import { daysUntil, KNOWN_MODELS } from '../../src/domain/models.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const template = (name: string, version: string) =>
  `param modelName string = '${name}'\nparam modelVersion string = '${version}'\n`;

test('a release is refused once its default model has less than half a year left', () => {
  const luna = template('gpt-5.6-luna', '2026-07-09');
  expect(problemOf(luna, Date.parse('2027-07-11T00:00:00Z'))).toBeUndefined();
  expect(problemOf(luna, Date.parse('2027-07-14T00:00:00Z'))).toContain('retires on 2028-01-11, in 181 days');
  expect(problemOf(luna, Date.parse('2029-01-01T00:00:00Z'))).toContain('retires on 2028-01-11');
  expect(problemOf(template('unheard-of', '1'), 0)).toContain('No retirement is known');
  expect(read('.github/workflows/release.yml')).toContain('node scripts/model-lifetime.ts');
});

test('the default of the template had a year left when it was chosen', () => {
  const [recommended] = KNOWN_MODELS;
  const main = read('infra/main.bicep');
  expect(main).toContain(`param modelName string = '${recommended?.name}'`);
  const chosenMs = Date.parse('2026-11-22T00:00:00Z');
  const days = Object.values(recommended?.retirements ?? {}).map((day) => daysUntil(day, chosenMs));
  expect(Math.max(...days)).toBeGreaterThan(365);
  expect(problemOf(main, chosenMs)).toBeUndefined();
});
