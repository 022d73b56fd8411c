import { expect, test } from 'vitest';
import { filesToTest } from '../../scripts/test-changed.ts';

test('a change is tested by what imports it', () => {
  expect(filesToTest(['src/domain/seats.ts'])).toEqual(['src/domain/seats.ts', 'test/architecture.test.ts']);
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
