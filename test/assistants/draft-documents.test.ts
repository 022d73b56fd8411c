import { expect, test } from 'vitest';
import {
  compareDocuments,
  conflictsOf,
  draftDocuments,
  NO_CHANGES,
  withChange,
  withoutChange,
} from '../../src/assistants/rules/draft-documents.ts';
import { ownDocument } from '../../src/knowledge/rules/revision-documents.ts';

const AT = '2026-11-20T17:24:00.000Z';
const document = (text: string, name = 'a.md') => ownDocument(name, text, AT);
/** A list of one document at most, by its text. */
const list = (text: string | undefined) => (text === undefined ? [] : [document(text)]);

test.each([
  // what was live at the change, what is live now, the draft: the documents, whether it is a conflict, and
  // how
  // the change is shown
  ['1', '1', '2', '2', false, 'replaced'],
  ['1', '1', undefined, undefined, false, 'removed'],
  [undefined, undefined, '1', '1', false, 'added'],
  ['1', '2', '2', '2', false, 'none'],
  ['1', undefined, undefined, undefined, false, undefined],
  ['1', '2', '3', '3', true, 'replaced'],
  ['1', '2', undefined, undefined, true, 'removed'],
  ['1', undefined, '2', '2', true, 'added'],
  [undefined, '1', '2', '2', true, 'replaced'],
])('a document that was %s, is now %s and %s in the draft becomes %s', (...row) => {
  const [base, live, drafted, expected, isConflict, change] = row;
  const changed = drafted === undefined ? undefined : document(drafted);
  const draft = withChange(NO_CHANGES, list(base), 'a.md', changed);
  const documents = draftDocuments(list(live), draft);
  expect(documents).toEqual(list(expected));
  expect(conflictsOf(list(live), draft)).toEqual(isConflict ? ['a.md'] : []);
  expect(compareDocuments(list(live), documents).map((one) => one.change)).toEqual(change ? [change] : []);
});

test('a document that the draft does not change is the live one', () => {
  expect(draftDocuments(list('2'), NO_CHANGES)).toEqual(list('2'));
});

test('a conflict remains if the draft changes again, in this document or in another', () => {
  const draft = withChange(NO_CHANGES, list('1'), 'a.md', document('2'));
  const live = [document('3')];
  const other = withChange(draft, live, 'b.md', document('B', 'b.md'));
  expect(conflictsOf(live, other)).toEqual(['a.md']);
  expect(conflictsOf(live, withChange(other, live, 'a.md', document('4')))).toEqual(['a.md']);
  expect(conflictsOf(live, withoutChange(other, 'a.md'))).toEqual([]);
});

test('a document with the same text and a later date is unchanged', () => {
  const later = [ownDocument('a.md', '1', '2026-11-21T17:24:00.000Z')];
  expect(compareDocuments(list('1'), later)).toMatchObject([{ change: 'none' }]);
});
