import { expect, test } from 'vitest';
import { AREAS } from '../import-rules.ts';
import { filesToTest, testsNear } from '../../scripts/test-changed.ts';

test('a changed file selects itself and the tests of its area', () => {
  const files = filesToTest(['src/publisher/rules/seat-holders.ts']);
  expect(files).toContain('src/publisher/rules/seat-holders.ts');
  expect(files.every((path) => /^(?:src|test)\/publisher\/|^test\/architecture/.test(path))).toBe(true);
});

test('a changed file selects only the tests that import it directly or through a service', () => {
  const tests = testsNear(['src/publisher/rules/seat-holders.ts']);
  expect(tests).toContain('test/core/seat-gate.test.ts');
  // By way of a service that asks for a seat.
  expect(tests).toContain('test/desk/lost-claim.test.ts');
  // By way of the composition.
  expect(tests).not.toContain('test/journeys/visitor.cloud.test.ts');
  expect(tests.length).toBeLessThan(30);
  expect(testsNear(['test/http/chat.hosts.test.ts'])).toEqual(['test/http/chat.hosts.test.ts']);
});

test('a changed browser file selects the tests that open it, for a page only those of the page', () => {
  expect(filesToTest(['widget/view.ts'])).toContain('test/widget/support/site.ts');
  const ofDesk = filesToTest(['src/web/desk/app/app.tsx']);
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
  ['src/access/admin-gate.ts', 'test/http/admin-gate.hosts.test.ts'],
  ['src/widgets/widget-auth.ts', 'test/http/visitor-authorization.hosts.test.ts'],
  ['src/widgets/visitor-sessions.ts', 'test/http/visitor-session.test.ts'],
  ['src/chat/start-turn.ts', 'test/http/chat.hosts.test.ts'],
  ['src/desk/agent-queue.ts', 'test/http/agent-races.test.ts'],
  ['src/publisher/plan.ts', 'test/http/plan.test.ts'],
  ['src/widgets/widget-hours.ts', 'test/http/canned-values.test.ts'],
  ['src/admin/settings-transfer.ts', 'test/http/settings-transfer.test.ts'],
  ['src/core/seat-gate.ts', 'test/http/agent-seats.test.ts'],
  ['src/notifications/rules/deliveries.ts', 'test/http/email-late-failure.test.ts'],
  ['src/email/email-channel.ts', 'test/http/email-bounce.test.ts'],
  ['src/websites/website-publishing.ts', 'test/websites/website-reading.test.ts'],
  ['src/websites/rules/schedule.ts', 'test/websites/website-month.test.ts'],
  ['functions/agent/notes.ts', 'test/http/agent-mentions.test.ts'],
  ['functions/visitor/chat.ts', 'test/http/chat-stream.hosts.test.ts'],
  ['scripts/recover-admin-key.ts', 'test/scripts/recover-admin-key.built.test.ts'],
  ['src/adapters/store/cosmos/requests.ts', 'test/adapters/store-cosmos.test.ts'],
])('%s selects the tests of its rules: %s', (changed, by) => {
  expect(testsNear(filesToTest([changed]))).toContain(by);
});

test('every area has HTTP tests', () => {
  for (const area of AREAS) {
    const tests = filesToTest([`src/${area}/some.ts`]).filter((path) => path.startsWith('test/http/'));
    expect([area, tests.length > 1]).toEqual([area, true]);
  }
});

test('a changed file that tests read as text selects those tests', () => {
  expect(filesToTest(['infra/main.bicep'])).toContain('test/infra/secure.test.ts');
  expect(filesToTest(['docs/operations.md'])).toContain('test/docs/references.test.ts');
  expect(filesToTest(['LICENSE'])).toEqual([]);
});
