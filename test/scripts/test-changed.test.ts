import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesToTest, testsNear } from '../../scripts/test-changed.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a change is tested by what imports it', () => {
  expect(filesToTest(['src/domain/seat-holders.ts'])).toEqual([
    'src/domain/seat-holders.ts',
    'test/architecture.test.ts',
  ]);
});

test('near a change are the tests that import it, or import what does, and no more', () => {
  const tests = testsNear(['src/domain/seat-holders.ts']);
  expect(tests).toContain('test/core/seat-gate.test.ts');
  // By way of a service that asks for a seat.
  expect(tests).toContain('test/services/lost-claim.test.ts');
  // By way of the composition.
  expect(tests).not.toContain('test/journeys/visitor.cloud.test.ts');
  expect(tests.length).toBeLessThan(30);
  expect(testsNear(['test/http/chat.hosts.test.ts'])).toEqual(['test/http/chat.hosts.test.ts']);
});

test('what browsers get from dist is tested by those who open it, each page by its own tests', () => {
  expect(filesToTest(['widget/view.ts'])).toContain('test/widget/support/site.ts');
  const ofDesk = filesToTest(['src/web/desk/views/app.tsx']);
  expect(ofDesk).toContain('test/web/desk-keys.browser.test.ts');
  expect(ofDesk).toContain('test/journeys/handoff.cloud-browser.test.ts');
  const ofDashboard = filesToTest(['src/web/dashboard/client.tsx']);
  expect(ofDashboard).toContain('test/web/dashboard-live.browser.test.ts');
  expect(ofDashboard).not.toContain('test/web/desk-keys.browser.test.ts');
  expect(filesToTest(['src/web/setup/app.tsx'])).toContain('test/web/setup.browser.test.ts');
  const ofKit = filesToTest(['src/web/ui/paging.tsx']);
  expect(ofKit).toEqual(
    expect.arrayContaining(['test/web/setup.browser.test.ts', 'test/web/desk-keys.browser.test.ts']),
  );
});

test.each([
  ['src/services/admin/admin-gate.ts', 'test/http/admin-gate.hosts.test.ts'],
  ['src/services/widgets/widget-auth.ts', 'test/http/visitor-authorization.hosts.test.ts'],
  ['src/services/widgets/visitor-sessions.ts', 'test/http/visitor-session.hosts.test.ts'],
  ['src/services/chat/turns.ts', 'test/http/chat.hosts.test.ts'],
  ['src/services/desk/agent-queue.ts', 'test/http/agent-races.test.ts'],
  ['src/services/reports/plan.ts', 'test/http/plan.test.ts'],
  ['src/adapters/store/cosmos/requests.ts', 'test/adapters/store-cosmos.test.ts'],
])('%s is tested by the rules that it decides: %s', (changed, by) => {
  expect(testsNear(filesToTest([changed]))).toContain(by);
});

test('every area of the services has tests by HTTP', () => {
  for (const area of globSync('src/services/*/', { cwd: ROOT })) {
    const tests = filesToTest([`${area}/some.ts`]).filter((path) => path.startsWith('test/http/'));
    expect([area, tests.length > 1]).toEqual([area, true]);
  }
});

test('what tests read as files is tested by them', () => {
  expect(filesToTest(['infra/main.bicep'])).toContain('test/infra/secure.test.ts');
  expect(filesToTest(['docs/operations.md'])).toContain('test/docs/references.test.ts');
  expect(filesToTest(['LICENSE'])).toEqual([]);
});
