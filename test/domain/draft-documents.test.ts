import { expect, test } from 'vitest';
import { compareDocuments, hasConflict, mergeDocuments } from '../../src/domain/draft-documents.ts';
import { ownDocument } from '../../src/domain/revision-documents.ts';

const AT = '2026-11-20T17:24:00.000Z';
/** A list of one document at most, by its text. */
const list = (text: string | undefined) => (text === undefined ? [] : [ownDocument('a.md', text, AT)]);

test.each([
  // base, live, draft: merged, whether it is a conflict, and the change as it is shown
  ['1', '1', '1', '1', false, 'none'],
  ['1', '1', '2', '2', false, 'replaced'],
  ['1', '1', undefined, undefined, false, 'removed'],
  [undefined, undefined, '1', '1', false, 'added'],
  ['1', '2', '1', '2', false, 'none'],
  ['1', undefined, '1', undefined, false, undefined],
  [undefined, '1', undefined, '1', false, 'none'],
  ['1', '2', '2', '2', false, 'none'],
  ['1', undefined, undefined, undefined, false, undefined],
  ['1', '2', '3', '3', true, 'replaced'],
  ['1', '2', undefined, undefined, true, 'removed'],
  ['1', undefined, '2', '2', true, 'added'],
  [undefined, '1', '2', '2', true, 'replaced'],
])('a document that was %s, is %s live and %s in the draft is merged to %s', (...row) => {
  const [base, live, draft, merged, isConflict, change] = row;
  const lists = { base: list(base), live: list(live), draft: list(draft) };
  const result = mergeDocuments(lists);
  expect(result).toEqual(list(merged));
  expect(hasConflict(lists)).toBe(isConflict);
  expect(compareDocuments(lists.live, result).map((document) => document.change)).toEqual(
    change ? [change] : [],
  );
});

test('a document with the same text at another time is no change', () => {
  const later = [ownDocument('a.md', '1', '2026-11-21T17:24:00.000Z')];
  expect(mergeDocuments({ base: list('1'), live: later, draft: list('1') })).toEqual(later);
  expect(compareDocuments(list('1'), later)).toMatchObject([{ change: 'none' }]);
});
