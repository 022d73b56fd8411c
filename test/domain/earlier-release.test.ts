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
 * The differences that keep two releases from reading each other's records. A field may be added or left out
 * if it is optional in both; everything else of what both know stays as it is.
 */
function differences(older: Schema, newer: Schema, path: string): string[] {
  const { properties: _ours, $defs: _its, items: _each, ...old } = withoutCaught(older);
  const { properties: _theirs, $defs: _others, items: _all, ...now } = withoutCaught(newer);
  const items = 'items' in older ? differences(at(older, 'items'), at(newer, 'items'), `${path}[]`) : [];
  // A schema with a name is among the definitions, and is referred to by it.
  const inside = ['properties', '$defs'].flatMap((keyword) =>
    Object.keys(at(older, keyword))
      .filter((name) => name in at(newer, keyword))
      .flatMap((name) =>
        differences(at(at(older, keyword), name), at(at(newer, keyword), name), `${path}.${name}`),
      ),
  );
  const below = [...items, ...inside];
  return JSON.stringify(old) === JSON.stringify(now) ? below : [path, ...below];
}

/** A value with a default for what cannot be read may get further choices. */
function withoutCaught({ enum: choices, ...schema }: Schema): Schema {
  return 'default' in schema ? schema : { enum: choices, ...schema };
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
  const named = (part: Schema) => ({ $ref: '#/$defs/Part', $defs: { Part: part } });
  for (const [after, found] of changes) {
    const inPart = found.map((path) => path.replace('Record', 'Record.Part'));
    expect(differences(named(before), named(after), 'Record')).toEqual(inPart);
  }
  for (const [after, found] of changes) expect(differences(before, after, 'Record')).toEqual(found);
});
