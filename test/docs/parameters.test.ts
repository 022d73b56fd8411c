import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bicepFile, INFRA, type BicepParameter } from '../infra/support/bicep.ts';

const read = (path: string) => readFileSync(join(INFRA, path), 'utf8');
const { params, text } = bicepFile('main.bicep');
const [, section = ''] = read('../docs/deploy.md').split('\n## Parameters\n');
const [tables = ''] = section.split('\n### Variables of `azd` only\n');

/** The cells of each row, by the parameter. */
const rows = new Map(
  Array.from(
    tables.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\| (.+?) +\| \S.*\|$/gm),
    ([, name = '', ...cells]) => [name, cells],
  ),
);

/** The variable by which azd sets each parameter. */
const { parameters } = JSON.parse(read('main.parameters.json')) as {
  parameters: Record<string, { value: string }>;
};

const grouped = (digits = '') => digits.replaceAll(/\B(?=(\d{3})+$)/g, ' ');
const decorated = ({ decorators }: BicepParameter, name: string) =>
  new RegExp(`@${name}\\(([^)]*)\\)`).exec(decorators)?.[1];

/** The type of a parameter, with its values or its range, as the table has it. */
function typeOf(parameter: BicepParameter): string {
  const [allowed, least, most, longest] = ['allowed', 'minValue', 'maxValue', 'maxLength'].map((name) =>
    decorated(parameter, name),
  );
  if (allowed !== undefined) {
    return (allowed.match(/\w+/g) ?? []).map((value) => `\`${value}\``).join(', ');
  }
  if (least !== undefined) return `${parameter.type}, ${grouped(least)} to ${grouped(most)}`;
  return longest === undefined ? parameter.type : `${parameter.type}, up to ${longest} characters`;
}

/** The default of a parameter as the table has it; undefined if it is an expression. */
function defaultOf(name: string): string | undefined {
  const [, value = ''] = new RegExp(`^param ${name} \\w+ = (.+)$`, 'm').exec(text) ?? [];
  if (/[()]/.test(value)) return undefined;
  return /^(?:''|\{\})$/.test(value) ? 'empty' : `\`${value.replaceAll("'", '')}\``;
}

test('docs/deploy.md has a row for each parameter of the template, and no other rows', () => {
  expect([...rows.keys()].toSorted()).toEqual([...params.keys()].toSorted());
});

test.each([...params])(
  'docs/deploy.md states the variable, type, values and default of %s',
  (name, parameter) => {
    const [variable, type, fallback] = rows.get(name) ?? [];
    const value = parameters[name]?.value;
    expect(variable).toBe(value === undefined ? 'none' : `\`${value.slice(2, -1)}\``);
    expect(type).toBe(typeOf(parameter));
    const expected = defaultOf(name);
    if (expected !== undefined) expect(fallback).toBe(expected);
  },
);
