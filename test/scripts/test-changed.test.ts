import { expect, test } from 'vitest';
import { filesToTest, testsNear } from '../../scripts/test-changed.ts';

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
  expect(tests).not.toContain('test/journeys/visitor.test.ts');
  expect(tests.length).toBeLessThan(30);
  expect(testsNear(['test/http/chat.test.ts'])).toEqual(['test/http/chat.test.ts']);
});

test('what browsers get from dist is tested by those who open it', () => {
  expect(filesToTest(['widget/view.ts'])).toContain('test/widget/support/site.ts');
  expect(filesToTest(['src/web/ui/paging.tsx'])).toEqual(
    expect.arrayContaining(['test/web/setup.test.ts', 'test/web/support/office.ts']),
  );
});

test('what tests read as files is tested by them', () => {
  expect(filesToTest(['infra/main.bicep'])).toContain('test/infra/bicep.test.ts');
  expect(filesToTest(['docs/operations.md'])).toContain('test/docs/references.test.ts');
  expect(filesToTest(['LICENSE'])).toEqual([]);
});
