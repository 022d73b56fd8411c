import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { closedChat } from '../../src/conversations/rules/closed-chats.ts';
import { SESSION_STATUSES } from '../../src/conversations/records/session.ts';
import { sessionForVisitor } from '../../src/conversations/records/session-for-visitor.ts';
import { TagEdit, type Tag } from '../../src/conversations/records/tag.ts';
import {
  MAX_TAGS,
  MAX_TAGS_OF_CONVERSATION,
  addTag,
  changeTag,
  deleteTag,
  liveTags,
  tagNames,
  tagSession,
  untagSession,
  type CatalogOutcome,
  type TagCatalog,
} from '../../src/conversations/rules/tags.ts';
import { sessionIn, T0, T1 } from '../support/stores/session-in.ts';

const tag = (id: string, name = `Tag ${id}`): Tag => ({ id, name, color: 'blue' });
const catalogOf = (...ids: string[]): TagCatalog => ids.map((id) => tag(id));

function changed(outcome: CatalogOutcome): TagCatalog {
  if (!outcome.ok) throw new Error(outcome.refusal);
  return outcome.catalog;
}

describe('the catalog of tags', () => {
  test('lists tags by name, without deleted ones', () => {
    const catalog = [tag('1', 'Refund'), tag('2', 'Bug'), { ...tag('3', 'Angry'), deletedAt: T0 }];
    expect(liveTags(catalog).map(({ name }) => name)).toEqual(['Bug', 'Refund']);
  });

  test.each(['Refund', 'refund', 'RÉFUND'])('a second tag is not named %s', (name) => {
    const catalog = [tag('1', 'Refund'), tag('2', 'Bug')];
    expect(addTag(catalog, tag('3', name))).toEqual({ ok: false, refusal: 'tag-name-taken' });
    expect(changeTag(catalog, tag('2', name))).toEqual({ ok: false, refusal: 'tag-name-taken' });
    expect(changed(changeTag(catalog, tag('1', name)))[0]).toEqual(tag('1', name));
  });

  test('keeps the name of a deleted tag, and the name can be used again', () => {
    const catalog = changed(deleteTag(catalogOf('1'), '1', T1));
    expect(catalog).toEqual([{ ...tag('1'), deletedAt: T1 }]);
    expect(liveTags(changed(addTag(catalog, tag('2', 'Tag 1'))))).toEqual([tag('2', 'Tag 1')]);
    expect(deleteTag(catalog, '1', T1)).toEqual({ ok: false, refusal: 'tag-not-found' });
    expect(changeTag(catalog, tag('1', 'New'))).toEqual({ ok: false, refusal: 'tag-not-found' });
  });

  test('has a limit that does not count deleted tags', () => {
    const full = catalogOf(...Array.from({ length: MAX_TAGS }, (_, at) => `${at}`));
    expect(addTag(full, tag('new'))).toEqual({ ok: false, refusal: 'too-many-tags' });
    expect(addTag(changed(deleteTag(full, '7', T1)), tag('new')).ok).toBe(true);
  });

  test('forgets deleted tags beyond the newest 500', () => {
    let catalog = catalogOf('live');
    for (let at = 0; at < 502; at++) {
      catalog = changed(deleteTag(changed(addTag(catalog, tag(`${at}`))), `${at}`, T1));
    }
    expect(catalog.map(({ id }) => id)).toEqual([
      'live',
      ...Array.from({ length: 500 }, (_, at) => `${at + 2}`),
    ]);
  });

  test.each([
    ['', false],
    ['   ', false],
    ['VIP', true],
    ['a'.repeat(30), true],
    ['a'.repeat(31), false],
    ['two\nlines', false],
    ['in\u200bvisible', false],
    ['a; b', false],
    ['Rückgabe 🚚', true],
  ])('the name %j is accepted: %s', (name, accepted) => {
    expect(z.safeParse(TagEdit, { name, color: 'red' }).success).toBe(accepted);
  });
});

describe('the tags of a conversation', () => {
  test.each(SESSION_STATUSES)(
    'can be set and removed in a conversation that is %s without a change of its status',
    (status) => {
      const session = sessionIn(status);
      const tagged = tagSession(session, 'a', catalogOf('a'), T1);
      if (!tagged.ok) throw new Error(tagged.refusal);
      expect(tagged).toEqual({
        ok: true,
        changed: true,
        session: { ...session, tagIds: ['a'], updatedAt: T1 },
      });
      expect(tagSession(tagged.session, 'a', catalogOf('a'), T1)).toMatchObject({ ok: true, changed: false });
      const untagged = untagSession(tagged.session, 'a', T1);
      expect(untagged).toEqual({ ok: true, changed: true, session: { ...session, updatedAt: T1 } });
      expect(untagSession(session, 'a', T1)).toEqual({ ok: true, changed: false, session });
    },
  );

  test('are refused if they are unknown or deleted', () => {
    const deleted = changed(deleteTag(catalogOf('a'), 'a', T0));
    for (const catalog of [[], deleted]) {
      expect(tagSession(sessionIn('open'), 'a', catalog, T1)).toEqual({
        ok: false,
        refusal: 'tag-not-found',
      });
    }
  });

  test('are limited to five, where deleted tags stay for reports and do not count', () => {
    const catalog = catalogOf('1', '2', '3', '4', '5', '6');
    const session = { ...sessionIn('open'), tagIds: ['1', '2', '3', '4', '5'] };
    expect(tagSession(session, '6', catalog, T1)).toEqual({ ok: false, refusal: 'tag-limit' });
    const without = changed(deleteTag(catalog, '1', T1));
    expect(tagSession(session, '6', without, T1)).toMatchObject({
      ok: true,
      session: { tagIds: ['1', '2', '3', '4', '5', '6'] },
    });
  });

  test('are at most five different tags of the catalog after any sequence of changes', () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7'];
    const step = fc.record({ id: fc.constantFrom(...ids), adds: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let session = sessionIn('claimed');
        for (const { id, adds } of steps) {
          const outcome = adds
            ? tagSession(session, id, catalogOf(...ids), T1)
            : untagSession(session, id, T1);
          if (outcome.ok) session = outcome.session;
          const { tagIds = [] } = session;
          expect(tagIds.length).toBeLessThanOrEqual(MAX_TAGS_OF_CONVERSATION);
          expect(new Set(tagIds).size).toBe(tagIds.length);
        }
      }),
    );
  });

  test('are hidden from visitors and named in reports, including deleted ones', () => {
    const session = { ...sessionIn('closed'), closedAt: T1, tagIds: ['a', 'gone', 'forgotten'] };
    const names = new Map([
      ['a', 'VIP'],
      ['gone', 'Spam'],
    ]);
    expect(sessionForVisitor(session)).not.toHaveProperty('tagIds');
    expect(tagNames(session, names)).toEqual(['VIP', 'Spam']);
    expect(closedChat(session, names)).toMatchObject({ tags: ['VIP', 'Spam'] });
    expect(closedChat(sessionIn('closed'), names)).not.toHaveProperty('tags');
  });
});
