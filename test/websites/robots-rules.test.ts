import { describe, expect, test } from 'vitest';
import { isAllowedBy, parseRobotsTxt } from '../../src/websites/rules/robots-rules.ts';
import { cpuMs } from '../support/cpu-time.ts';

const TOKEN = 'ChatWidgetService';
const isAllowed = (text: string, path: string) =>
  isAllowedBy(parseRobotsTxt(text, TOKEN), `https://shop.example${path}`);

describe('the group of a crawler', () => {
  const FILE = [
    'User-agent: OtherBot',
    'Disallow: /others',
    '',
    'User-agent: *',
    'Disallow: /all',
    '',
    'user-agent: chatwidgetservice',
    'Disallow: /ours # and nothing else',
  ].join('\n');

  test.each([
    ['/ours/page', false],
    ['/all', true],
    ['/others', true],
  ])('the group with its name replaces all others: %s', (path, allowed) => {
    expect(isAllowed(FILE, path)).toBe(allowed);
  });

  test('the group for all crawlers applies if no group has its name', () => {
    expect(isAllowed('User-agent: *\nDisallow: /all', '/all/page')).toBe(false);
  });

  test('several groups with the same name are combined', () => {
    const text = `User-agent: ${TOKEN}\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUser-agent: ${TOKEN}\nDisallow: /b`;
    expect(['/a', '/b', '/c'].map((path) => isAllowed(text, path))).toEqual([false, false, true]);
  });

  test.each(['Sitemap: https://shop.example/map.xml', '', '# a comment', 'Clean-param: ref /'])(
    'consecutive names of crawlers share their rules, also around %j',
    (line) => {
      expect(isAllowed(`User-agent: ${TOKEN}\n${line}\nUser-agent: b\nDisallow: /x`, '/x')).toBe(false);
    },
  );

  test('a name with a version is matched without the version', () => {
    expect(isAllowed('User-agent: ChatWidgetService/1.0\nDisallow: /', '/')).toBe(false);
  });

  test('a byte order mark and any line ending are ignored', () => {
    expect(isAllowed('\uFEFFUser-agent: *\rDisallow: /a\r\nDisallow: /b', '/a')).toBe(false);
    expect(isAllowed('\uFEFFUser-agent: *\rDisallow: /a\r\nDisallow: /b', '/b')).toBe(false);
  });
});

describe('the rule that decides', () => {
  test.each([
    ['Disallow: /', '/x', false],
    ['Disallow:', '/x', true],
    ['Disallow: /fish', '/fishheads/yummy.html', false],
    ['Disallow: /fish', '/Fish', true],
    ['Disallow: /fish/', '/fish', true],
    ['Disallow: /*.php', '/folder/any.php.file', false],
    ['Disallow: /*.php$', '/folder/any.php?lang=de', true],
    ['Disallow: /*.php$', '/folder/any.php', false],
    ['Disallow: /*?', '/shop?color=red', false],
    ['Disallow: /shop?color=', '/shop?color=red', false],
    ['Disallow: /a*b*c', '/a-c-b', true],
    ['Disallow: /a*b*c', '/a-b-c-d', false],
    ['Allow: /p\nDisallow: /', '/page', true],
    ['Disallow: /page\nAllow: /page', '/page', true],
    ['Allow: /folder\nDisallow: /folder/private', '/folder/private/x', false],
    ['Disallow: /caf%C3%A9', '/café', false],
    ['Disallow: /café', '/caf%c3%a9', false],
    ['Disallow: /%62%61r', '/bar', false],
    ['Disallow: /', '/robots.txt', true],
  ])('%j, %s: %s', (rules, path, allowed) => {
    expect(isAllowed(`User-agent: *\n${rules}`, path)).toBe(allowed);
  });

  test('a pattern with many wildcards is matched in linear time', () => {
    const pattern = `/${'*a'.repeat(500)}$`;
    expect(isAllowed(`User-agent: *\nDisallow: ${pattern}`, `/${'a'.repeat(1_500)}b`)).toBe(true);
  });
});

test('the crawl delay and the sitemaps are read', () => {
  const rules = parseRobotsTxt(
    'Sitemap: /one.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow:\nsitemap: https://shop.example/two.xml',
    TOKEN,
  );
  expect(rules.delaySeconds).toBe(2.5);
  expect(rules.sitemaps).toEqual(['/one.xml', 'https://shop.example/two.xml']);
});

test.each(['fast', '-1', '', '1x', 'Infinity', '1e400'])('a delay of %j is ignored', (value) => {
  expect(parseRobotsTxt(`User-agent: *\nCrawl-delay: ${value}`, TOKEN).delaySeconds).toBeUndefined();
});

test('groups of other crawlers and long values are not stored, and at most 50 sitemaps are listed', () => {
  const others = Array.from({ length: 15_000 }, (_, at) => `User-agent: a${at}`);
  const rules = Array.from({ length: 10_000 }, (_, at) => `Disallow: /${at}`);
  const long = `Disallow: /${'a'.repeat(2_000)}`;
  const sitemaps = Array.from({ length: 60 }, (_, at) => `Sitemap: /${at}.xml`);
  const text = [...others, 'User-agent: *', 'User-agent: *', long, ...rules, ...sitemaps].join('\n');
  const read = parseRobotsTxt(text, TOKEN);
  expect([read.rules.length, read.sitemaps.length]).toEqual([10_000, 50]);
});

test('the number of rules with wildcards is limited', () => {
  const costly = `*${'a'.repeat(450)}b${'a'.repeat(450)}`;
  const rules = Array.from({ length: 500 }, () => `Disallow: ${costly}`);
  const read = parseRobotsTxt(['User-agent: *', ...rules, 'Disallow: /plain'].join('\n'), TOKEN);
  const url = `https://shop.example/${'a'.repeat(1_900)}`;
  expect(cpuMs(() => expect(isAllowedBy(read, url)).toBe(true))).toBeLessThan(100);
  expect(isAllowedBy(read, 'https://shop.example/plain')).toBe(false);
  const short = Array.from({ length: 600 }, (_, at) => `Disallow: /*${at}`);
  expect(parseRobotsTxt(['User-agent: *', ...short].join('\n'), TOKEN).rules).toHaveLength(500);
});
