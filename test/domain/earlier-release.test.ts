import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storedSchemas } from '../../scripts/stored-schemas.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/stored');
const RELEASES = globSync('*.schemas.json', { cwd: FOLDER });

interface Schema {
  readonly [keyword: string]: unknown;
}
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (schema: Schema, name: string): Schema => {
  const value = schema[name];
  return isSchema(value) ? value : {};
};
const parse = (text: string): Schema => {
  const value: unknown = JSON.parse(text);
  if (!isSchema(value)) throw new Error('This is no list of schemas.');
  return value;
};

/**
 * Where two releases would not read each other's records. A field may be added or left out if it is optional
 * in both; everything else of what both know stays as it is.
 */
function differences(older: Schema, newer: Schema, path: string): string[] {
  const { properties: _ours, ...old } = older;
  const { properties: _theirs, ...now } = newer;
  const known = Object.keys(at(older, 'properties')).filter((name) => name in at(newer, 'properties'));
  const inside = known.flatMap((name) =>
    differences(at(at(older, 'properties'), name), at(at(newer, 'properties'), name), `${path}.${name}`),
  );
  return JSON.stringify(old) === JSON.stringify(now) ? inside : [path, ...inside];
}

test.each(RELEASES)('an instance of %s and one of today read each other’s records', (file) => {
  const older = parse(readFileSync(join(FOLDER, file), 'utf8'));
  const newer = parse(storedSchemas());
  const found = Object.keys(older).flatMap((name) => differences(at(older, name), at(newer, name), name));
  expect(found).toEqual([]);
});

test('an optional field may be added; another status, a required field and another type are found', () => {
  const schema = (properties: Schema, required: string[]) => ({ type: 'object', properties, required });
  const text = { type: 'string' };
  const before = schema({ id: text, status: { enum: ['open'] } }, ['id']);
  const changes: [Schema, string[]][] = [
    [schema({ ...before.properties, note: text }, ['id']), []],
    [schema({ ...before.properties, status: { enum: ['open', 'asleep'] } }, ['id']), ['Record.status']],
    [schema({ ...before.properties, note: text }, ['id', 'note']), ['Record']],
    [schema({ ...before.properties, id: { type: 'number' } }, ['id']), ['Record.id']],
  ];
  for (const [after, found] of changes) expect(differences(before, after, 'Record')).toEqual(found);
});
