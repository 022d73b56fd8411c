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
  expect(read('../docs/admin-guide.md')).toContain('keeps deleted blobs for seven days');
});

test('a deleted vault can be brought back for seven days, as the documents say', () => {
  expect(read('modules/vault.bicep')).toMatch(/int = 7\b|softDeleteRetentionInDays: 7\b/);
  expect(read('../docs/data.md')).toMatch(/\| the vault +\| 7 days /);
});

test('with a second region one region writes, strongly, and the other takes over, as the documents say', () => {
  const database = read('modules/database.bicep');
  expect(database).toContain("consistencyPolicy: { defaultConsistencyLevel: 'Strong' }");
  expect(database).toContain('enableMultipleWriteLocations: false');
  expect(database).toContain('enableAutomaticFailover: !empty(secondLocation)');
  expect(database).toContain('[{ locationName: secondLocation, failoverPriority: 1,');
  // Two regions need a database with dedicated throughput; behind Front Door one proxy more is trusted.
  const main = read('main.bicep');
  expect(main).toContain("mode: empty(secondLocation) ? databaseMode : 'autoscale'");
  expect(main).toContain("forFrontDoor = empty(secondLocation) ? {} : { TRUSTED_PROXY_HOPS: '2' }");
  const promises = read('../docs/scaling.md').split('## Two regions')[1]?.split('\n## ')[0] ?? '';
  for (const promise of [
    'a message that got a 2xx is never lost',
    'only one region writes, so Strong is possible',
    'A serverless account has one region, so this is autoscale',
    'The apps accept requests only from that Front Door',
  ]) {
    expect(promises).toContain(promise);
  }
});

test.each([
  ['data-roles', "scope: '${database.id}/dbs/${databaseName}'"],
  ['data-roles', 'scope: insights'],
  ['roles', 'scope: vault'],
  ['roles', 'scope: ai'],
  ['roles', 'scope: realtime'],
  ['storage-role', 'scope: storage'],
  ['event-grid-role', 'scope: topic'],
  ['email-role', 'scope: communication'],
])('a role in %s is for one resource: %s', (module, scope) => {
  const text = read(`modules/${module}.bicep`);
  expect(text).toContain(scope);
  // A role without a scope is for the whole resource group.
  const roles = text.match(/^resource \w+ '[\w./]*[rR]oleAssignments@/gm) ?? [];
  expect(text.match(/^ +scope: /gm)).toHaveLength(roles.length);
});
