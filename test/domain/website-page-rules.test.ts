import { describe, expect, test } from 'vitest';
import {
  isChosen,
  patternOfPage,
  patternOfSection,
  sectionOf,
  withRule,
} from '../../src/domain/website-sources/page-rules.ts';

const SHOP = 'https://shop.example';
const out = (pattern: string) => ({ pattern, read: false });
const into = (pattern: string) => ({ pattern, read: true });

describe('a page is read', () => {
  test.each([
    ['without rules', '/a', [], true],
    ['where no rule matches', '/a', [out('/blog/*')], true],
    ['unless its section is left out', '/blog/a/b', [out('/blog/*')], false],
    ['unless it is the page of a section that is left out', '/blog', [out('/blog/*')], false],
    ['where another section begins with the same letters', '/blogs', [out('/blog/*')], true],
    ['by the last rule that matches', '/blog/a', [out('/blog/*'), into('/blog/a')], true],
    ['unless a rule with text in the middle leaves it out', '/de/2024/x', [out('/*/2024/*')], false],
    ['unless its address with a query is left out', '/list?page=2', [out('/list?page=*')], false],
    ['unless all but another section is left out', '/about', [out('/*'), into('/shop/*')], false],
    ['where a rule names another host', '/a', [out('docs.shop.example/*')], true],
  ])('%s', (_name, path, rules, isRead) => {
    expect(isChosen(`${SHOP}${path}`, rules)).toBe(isRead);
  });

  test('unless a rule names its subdomain', () => {
    expect(isChosen('https://docs.shop.example/a', [out('docs.shop.example/*')])).toBe(false);
  });

  test('within a time that no pattern makes long', () => {
    const pattern = `/${'*a'.repeat(100)}*b`;
    expect(isChosen(`${SHOP}/${'a'.repeat(2000)}`, [out(pattern)])).toBe(true);
  });
});

test('a new rule takes the place of those that it leaves without effect', () => {
  const rules = withRule([into('/blog/a'), out('/shop/*')], out('/blog/*'));
  expect(rules).toEqual([out('/shop/*'), out('/blog/*')]);
});

test('pages are listed by the first part of their path, and by host on a subdomain', () => {
  const sections = ['/', '/about', '/blog/', '/blog/a', '/blog/a/b'].map((path) =>
    sectionOf(`${SHOP}${path}`, SHOP),
  );
  expect(sections).toEqual(['/', '/', '/blog', '/blog', '/blog']);
  expect(sectionOf('https://docs.shop.example/x/y', SHOP)).toBe('docs.shop.example/x');
});

test('the pattern of a section or of a page takes in what it names', () => {
  expect(patternOfSection('/blog')).toBe('/blog/*');
  expect(patternOfSection('/')).toBeUndefined();
  expect(patternOfPage('https://docs.shop.example/a?b=1', SHOP)).toBe('docs.shop.example/a?b=1');
  expect(patternOfPage(`${SHOP}/a`, SHOP)).toBe('/a');
});
