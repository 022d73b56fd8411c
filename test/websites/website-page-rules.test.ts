import { describe, expect, test } from 'vitest';
import {
  isChosen,
  patternOfPage,
  patternOfSection,
  rulesBelow,
  sectionOf,
  withRule,
} from '../../src/websites/rules/page-rules.ts';

const SHOP = 'https://shop.example';
const out = (pattern: string) => ({ pattern, read: false });
const into = (pattern: string) => ({ pattern, read: true });

describe('a page is read', () => {
  test.each([
    ['without rules', '/a', [], true],
    ['if no rule matches', '/a', [out('/blog/*')], true],
    ['unless its section is left out', '/blog/a/b', [out('/blog/*')], false],
    ['unless it is the page of a section that is left out', '/blog', [out('/blog/*')], false],
    ['if only another section with the same beginning is left out', '/blogs', [out('/blog/*')], true],
    ['by the last rule that matches', '/blog/a', [out('/blog/*'), into('/blog/a')], true],
    ['unless a rule with text in the middle leaves it out', '/de/2024/x', [out('/*/2024/*')], false],
    ['unless its address with a query is left out', '/list?page=2', [out('/list?page=*')], false],
    ['unless all but another section is left out', '/about', [out('/*'), into('/shop/*')], false],
    ['if a rule names another host', '/a', [out('docs.shop.example/*')], true],
  ])('%s', (_name, path, rules, isRead) => {
    expect(isChosen(`${SHOP}${path}`, rules)).toBe(isRead);
  });

  test('unless a rule excludes its subdomain', () => {
    expect(isChosen('https://docs.shop.example/a', [out('docs.shop.example/*')])).toBe(false);
  });

  test('in bounded time for every pattern', () => {
    const pattern = `/${'*a'.repeat(100)}*b`;
    expect(isChosen(`${SHOP}/${'a'.repeat(2000)}`, [out(pattern)])).toBe(true);
  });
});

test('a new rule replaces the rules that it makes ineffective', () => {
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

test('the pattern of a section or page matches its own addresses', () => {
  expect(patternOfSection('/blog')).toBe('/blog/*');
  expect(patternOfSection('/')).toBeUndefined();
  expect(patternOfPage('https://docs.shop.example/a?b=1', SHOP)).toBe('docs.shop.example/a?b=1');
  expect(patternOfPage(`${SHOP}/a`, SHOP)).toBe('/a');
});

describe('a website that is added by the address', () => {
  test.each([
    ['of a whole site leaves out no page', SHOP, []],
    ['of a page at the top level includes every page', `${SHOP}/index.html?lang=de`, []],
    ['of a section includes only its pages', `${SHOP}/bicycles`, [out('*'), into('/bicycles/*')]],
    ['of a folder includes only its pages', `${SHOP}/de/bikes/`, [out('*'), into('/de/bikes/*')]],
    [
      'of a page in a folder includes the pages of the folder',
      `${SHOP}/de/a.html`,
      [out('*'), into('/de/*')],
    ],
    ['of a path that is too long for a rule includes every page', `${SHOP}/${'a'.repeat(300)}`, []],
    ['that is invalid has no rules', 'shop', []],
  ])('%s', (_case, address, rules) => {
    expect(rulesBelow(address)).toEqual(rules);
  });

  test('of a section includes its own page and the pages below, and no others', () => {
    const rules = rulesBelow(`${SHOP}/bicycles`);
    const read = ['/bicycles', '/bicycles/trail', '/dental', '/', '/bicycles-old'].filter((path) =>
      isChosen(`${SHOP}${path}`, rules),
    );
    expect(read).toEqual(['/bicycles', '/bicycles/trail']);
  });
});
