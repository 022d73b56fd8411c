import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemOf } from '../../scripts/model-lifetime.ts';
import { KNOWN_MODELS } from '../../src/spending/rules/models.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const template = (name: string, version: string) =>
  `param modelName string = '${name}'\nparam modelVersion string = '${version}'\n`;

test('a release is refused if its default model retires in less than half a year', () => {
  const luna = template('gpt-5.6-luna', '2026-07-09');
  expect(problemOf(luna, Date.parse('2027-07-11T00:00:00Z'))).toBeUndefined();
  expect(problemOf(luna, Date.parse('2027-07-14T00:00:00Z'))).toContain('retires on 2028-01-11, in 181 days');
  expect(problemOf(luna, Date.parse('2029-01-01T00:00:00Z'))).toContain('retires on 2028-01-11');
  expect(problemOf(template('unheard-of', '1'), 0)).toContain('No retirement is known');
  expect(read('.github/workflows/release.yml')).toContain('node scripts/model-lifetime.ts');
});

test('the default of the template is the recommended model, in a version with a known retirement date', () => {
  const main = read('infra/main.bicep');
  expect(main).toContain(`param modelName string = '${KNOWN_MODELS[0]?.name}'`);
  // A day before any model retires: a problem is a version without a date.
  expect(problemOf(main, 0)).toBeUndefined();
});
