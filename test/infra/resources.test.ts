import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { beforeAll, expect, test } from 'vitest';
import { bicepFiles } from '../support/bicep.ts';
import { resourcesOf, type BicepResource } from '../support/bicep-resources.ts';

/**
 * Each resource type at its pinned version, with the properties that are used of it and, where the platform
 * takes only certain words, those that are used. All of it was looked up in the platform’s public index of
 * types (github.com/Azure/bicep-types-az, August 2026): what is new in a template is looked up there, and
 * then added here.
 */
const Checked = z.record(z.string(), z.record(z.string(), z.array(z.string())));
const checked = Checked.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'checked-resources.json'), 'utf8')),
);

let resources: BicepResource[];
beforeAll(async () => {
  resources = (await bicepFiles()).flatMap(resourcesOf);
});
const nameOf = ({ type, version }: BicepResource) => `${type}@${version}`;

test('every resource has a type and version that exist', () => {
  expect(resources.length).toBeGreaterThan(40);
  expect(new Set(resources.map(nameOf))).toEqual(new Set(Object.keys(checked)));
});

test('every property exists in its version, and has a word that the platform takes', () => {
  for (const resource of resources) {
    const known = checked[nameOf(resource)] ?? {};
    for (const [path, literals] of resource.properties) {
      const words = known[path];
      expect([resource.place, path, words !== undefined]).toEqual([resource.place, path, true]);
      if (!words || words.length === 0) continue;
      const others = [...literals].filter((literal) => !words.includes(literal));
      expect([resource.place, path, others]).toEqual([resource.place, path, []]);
    }
  }
});

test('nothing is listed that no template uses', () => {
  for (const [name, properties] of Object.entries(checked)) {
    const used = resources.filter((one) => nameOf(one) === name).flatMap((one) => [...one.properties.keys()]);
    expect([name, Object.keys(properties).filter((path) => !used.includes(path))]).toEqual([name, []]);
  }
});
