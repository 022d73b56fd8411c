import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../docs/adr/', import.meta.url);
const records = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

it('lists each decision once under its number and title, without a gap in the numbers', () => {
  const rows = [...read('README.md').matchAll(/^\| (\d+)\s+\| (.*?)\s+\|/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  const linked = rows.filter(([, , title = '']) => title.startsWith('[')).map(([, , title]) => title);
  const titleOf = (name: string) => /^# \d+\. (.*)$/m.exec(read(name))?.[1] ?? '';
  expect(linked).toEqual(records.map((name) => `[${titleOf(name)}](${name})`));
});

it.each(records)('begins %s with its own number', (name) => {
  expect(read(name)).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
});
