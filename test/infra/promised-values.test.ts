import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INFRA } from './support/bicep.ts';

const read = (path: string) => readFileSync(join(INFRA, path), 'utf8');

test('the platform refuses bodies above 1 MiB, as the documents say', () => {
  expect(read('modules/app-settings.bicep')).toContain(`FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '${1024 * 1024}'`);
  expect(read('../docs/security.md')).toContain('`FUNCTIONS_REQUEST_BODY_SIZE_LIMIT` of 1 MiB');
});

test('deleted blobs are kept for seven days, as the documents say', () => {
  expect(read('modules/storage.bicep')).toContain('deleteRetentionPolicy: { enabled: true, days: 7 }');
  expect(read('../docs/operations.md')).toContain('keeps deleted blobs for seven days');
});

test('a deleted vault can be brought back for seven days, as the documents say', () => {
  expect(read('modules/vault.bicep')).toMatch(/int = 7\b|softDeleteRetentionInDays: 7\b/);
  expect(read('../docs/deploy.md')).toMatch(/\| the vault +\| 7 days /);
});

test.each([
  ['data-roles', "scope: '${database.id}/dbs/${databaseName}'"],
  ['data-roles', 'scope: insights'],
  ['roles', 'scope: vault'],
  ['roles', 'scope: ai'],
  ['roles', 'scope: realtime'],
  ['storage-role', 'scope: storage'],
  ['event-grid-role', 'scope: topic'],
])('a role in %s is for one resource: %s', (module, scope) => {
  const text = read(`modules/${module}.bicep`);
  expect(text).toContain(scope);
  // A role without a scope of its own is for the whole resource group.
  const roles = text.match(/^resource \w+ '[\w./]*[rR]oleAssignments@/gm) ?? [];
  expect(text.match(/^ +scope: /gm)).toHaveLength(roles.length);
});
