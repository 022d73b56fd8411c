import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../docs/adr/', import.meta.url);
const records = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const PARTS = ['Context', 'Decision', 'Consequences', 'Not chosen'];

/** The rows of the index: number, title, status and date. */
const rows = Array.from(
  read('README.md').matchAll(/^\| (\d+)\s+\| (.*?)\s+\| (.*?)\s+\| (.*?)\s*\|$/gm),
  ([, number, title = '', status = '', date = '']) => ({ number: Number(number), title, status, date }),
);
const rowOf = (name: string) => rows.find(({ number }) => number === Number(name.slice(0, 4)));

it('lists each decision once under its number and title, without a gap in the numbers', () => {
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  const linked = rows.filter(({ title }) => title.startsWith('[')).map(({ title }) => title);
  const titleOf = (name: string) => /^# \d+\. (.*)$/m.exec(read(name))?.[1] ?? '';
  expect(linked).toEqual(records.map((name) => `[${titleOf(name)}](${name})`));
});

it('says of a superseded decision by which one, and explains numbers without a record', () => {
  const without = rows.filter(({ title }) => !title.startsWith('['));
  expect(without.length).toBeGreaterThan(5);
  for (const { number, title, status } of without) {
    expect([number, status]).toEqual([number, expect.stringMatching(/^(?:withdrawn|superseded by \d+|—)$/)]);
    if (status === '—') expect([number, title]).toEqual([number, 'Reserved and not used']);
  }
});

describe.each(records)('%s', (name) => {
  const text = read(name);

  it('begins with its number, and has the status and the date of the index', () => {
    const { status = '', date = '' } = rowOf(name) ?? {};
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. .+\\n\\n- Status: ${status}`));
    expect(text).toContain(`\n- Date: ${date}\n`);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('has a context, a decision, consequences and what was not chosen, in this order', () => {
    const sections = text.split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(PARTS);
    for (const section of sections) expect(section.trim().split('\n').length).toBeGreaterThan(2);
  });
});
