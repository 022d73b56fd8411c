import { describe, expect, test } from 'vitest';
import { NEW_WEBSITE, type StoredWebsiteSource } from '../../src/websites/records/website-source.ts';
import {
  fitting,
  withProblem,
  withPublication,
  withWaitingLive,
} from '../../src/websites/rules/publications.ts';

const AT = '2026-11-20T12:00:00.000Z';
const SITE: StoredWebsiteSource = {
  ...NEW_WEBSITE,
  assistantId: 'default',
  address: 'https://shop.example/',
  phase: 'read',
  pages: { read: 0, waiting: 0, leftOut: 0 },
  offers: { languages: [], subdomains: [], files: 0, overLimit: 0 },
  createdAt: AT,
  updatedAt: AT,
  startedAt: AT,
  isUnpublished: false,
  boilerplate: [],
};
const document = (name: string, textHash: string) => ({ name, textHash, characters: 10, sections: 2 });
const A = document('a.md', '1');
const B = document('b.md', '1');
const MADE = { key: 'new', entries: [A, B], live: [A], at: AT };
const EXTENT = { at: AT, documents: 2, sections: 4, characters: 20 };

describe('a publication', () => {
  test('is live immediately if the admin does not review publications', () => {
    const waiting = { ...EXTENT, changed: 0, new: 0, gone: 0 };
    const value = withPublication({ ...SITE, publish: 'live', waiting, waitingKey: 'older' }, MADE);
    expect(value).toEqual({ ...SITE, publish: 'live', liveKey: 'new', published: EXTENT });
  });

  test('waits for an admin who reviews publications, with its differences from the live one', () => {
    const live = [A, document('b.md', '0'), document('c.md', '1')];
    const value = withPublication(
      { ...SITE, publish: 'review' },
      { ...MADE, entries: [A, B, document('d.md', '1')], live },
    );
    expect(value.liveKey).toBeUndefined();
    expect(value).toMatchObject({ waitingKey: 'new', waiting: { changed: 1, new: 1, gone: 1 } });
  });

  test('that equals the live one replaces the waiting one', () => {
    const waiting = { ...EXTENT, changed: 1, new: 0, gone: 0 };
    const value = { ...SITE, publish: 'review' as const, liveKey: 'new', waiting, waitingKey: 'older' };
    const ended = withPublication(value, MADE);
    expect([ended.liveKey, ended.waiting, ended.waitingKey]).toEqual(['new', undefined, undefined]);
  });

  test('that waits becomes live with the time of its publication', () => {
    const later = '2026-11-21T12:00:00.000Z';
    const waiting = { ...EXTENT, changed: 1, new: 0, gone: 0 };
    const value = { ...SITE, publish: 'review' as const, liveKey: 'old', waiting, waitingKey: 'new' };
    expect(withWaitingLive(value, later)).toEqual({
      ...SITE,
      publish: 'review',
      liveKey: 'new',
      published: { ...EXTENT, at: later },
      isUnpublished: true,
    });
    expect(withWaitingLive(SITE, later)).toBeUndefined();
  });
});

describe('the problems that publishing finds', () => {
  test.each([
    [{ isMostlyGone: true, isTooMuch: true }, undefined, 'mostly-gone'],
    [{ isMostlyGone: false, isTooMuch: true }, undefined, 'too-much'],
    [{ isMostlyGone: false, isTooMuch: false }, 'too-much', undefined],
    [{ isMostlyGone: false, isTooMuch: false }, 'mostly-gone', undefined],
    [{ isMostlyGone: false }, 'too-much', 'too-much'],
    [{ isMostlyGone: false, isTooMuch: false }, 'unreachable', 'unreachable'],
  ] as const)('%j of %s is %s', (found, problem, expected) => {
    const value = { ...SITE, ...(problem !== undefined && { problem }) };
    expect(withProblem(value, found).problem).toBe(expected);
  });
});

test('documents are published in order as far as they fit, and smaller later ones fill the space', () => {
  const documents = ['12345', '1234567', '123', '1'].map((markdown) => ({ markdown }));
  expect(fitting(documents, 8).map(({ markdown }) => markdown)).toEqual(['12345', '123']);
});
