import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Settings } from '../../src/config/config.ts';

const doc = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
const [settings = ''] = doc.split('\n## On the platform\n');

interface Row {
  name: string;
  type: string;
  fallback: string;
}

/** The rows of the tables of settings. */
const rows: Row[] = Array.from(
  settings.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\| .+\|$/gm),
  ([, name = '', type = '', fallback = '']) => ({ name, type, fallback }),
);

const schemaOf = (name: string) => Settings.shape[name as keyof typeof Settings.shape];
const accepts = (name: string, value: number | string) => z.safeParse(schemaOf(name), String(value)).success;
/** A number as it is written in a table: `36 500`. */
const written = (digits = '') => Number(digits.replaceAll(/\s/g, ''));

describe('docs/configuration.md', () => {
  test('has a row for every setting, and no other rows', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(Settings.shape).toSorted());
  });

  test('states the range of every number as the service checks it', () => {
    const ranges = rows.flatMap(({ name, type }) => {
      const [, kind, least, most] = /^(integer|number), ([\d ]+) to ([\d ]+)$/.exec(type) ?? [];
      return kind === undefined ? [] : [{ name, least: written(least), most: written(most) }];
    });
    expect(ranges.length).toBeGreaterThan(15);
    for (const { name, least, most } of ranges) {
      const given = [least - 1, least, most, most + 1].map((value) => accepts(name, value));
      expect([name, ...given]).toEqual([name, false, true, true, false]);
    }
    const others = rows.filter(({ name }) => !ranges.some((range) => range.name === name));
    // Texts and names may be digits. A number without a range in its row would be accepted here.
    expect(others.filter(({ name, type }) => !/text|name|folder|URI/.test(type) && accepts(name, 7))).toEqual(
      [],
    );
  });

  test('states every choice as the service checks it', () => {
    const choices = rows.filter(({ type }) => /^`[^`]+`(?:(?:,| or) `[^`]+`)+$/.test(type));
    expect(choices.length).toBeGreaterThan(5);
    for (const { name, type } of choices) {
      const values = Array.from(type.matchAll(/`([^`]+)`/g), ([, value = '']) => value);
      expect([name, ...values.filter((value) => !accepts(name, value))]).toEqual([name]);
      expect([name, accepts(name, 'another')]).toEqual([name, false]);
    }
  });

  test('states every default that is a simple value', () => {
    const defaults: Record<string, unknown> = Settings.parse({});
    for (const { name, fallback } of rows) {
      const [, plain] = /^`([^`]+)`$/.exec(fallback) ?? [];
      if (plain === undefined || name === 'ALLOWED_ORIGINS') continue;
      expect([name, String(defaults[name])]).toEqual([name, plain]);
    }
    const dependent = rows.filter(({ fallback }) => !fallback.startsWith('`'));
    const known = dependent.filter(({ name }) => defaults[name] !== undefined && defaults[name] !== '');
    expect(known.map(({ name }) => name).toSorted()).toEqual([
      'ACTION_PRIVATE_HOSTS',
      'ASSISTANT_INSTRUCTIONS',
      'PUBLIC_HOSTS',
    ]);
  });
});
