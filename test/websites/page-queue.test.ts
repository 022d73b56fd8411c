import { expect, test } from 'vitest';
import { pageQueue } from '../../src/websites/rules/page-queue.ts';

const at = (path: string) => `https://shop.example${path}`;

/** Takes all pages in order; those in `empty` have no text. */
function taken(queue: ReturnType<typeof pageQueue>, empty: readonly string[] = []): string[] {
  const paths: string[] = [];
  for (let url = queue.next(); url !== undefined; url = queue.next()) {
    queue.take(url);
    const { pathname } = new URL(url);
    paths.push(pathname);
    if (empty.includes(pathname)) queue.release(url);
  }
  return paths;
}

test('linked pages are read before pages that only a sitemap lists, whenever they are found', () => {
  const queue = pageQueue(3);
  for (const path of ['/p/1', '/p/2', '/p/3', '/returns']) queue.add(at(path), 'sitemap');
  queue.add(at('/returns'), 'start');
  queue.add(at('/terms'), 'linked');
  expect(taken(queue)).toEqual(['/returns', '/terms', '/p/1']);
  expect(queue.beyond()).toEqual([at('/p/2'), at('/p/3')]);
});

test('the first pages of all folders of a sitemap are read before the second ones', () => {
  const queue = pageQueue(10);
  for (const path of ['/p/1', '/p/2', '/p/3', '/pages/shipping']) queue.add(at(path), 'sitemap');
  expect(taken(queue)).toEqual(['/p/1', '/pages/shipping', '/p/2', '/p/3']);
});

test('only pages with text count towards the limit, so a page without text makes room for the next', () => {
  const queue = pageQueue(2);
  for (const path of ['/a', '/b', '/c', '/d']) queue.add(at(path), 'linked');
  expect([queue.within().length, queue.beyond().length]).toEqual([2, 2]);
  expect(taken(queue, ['/a', '/c'])).toEqual(['/a', '/b', '/c', '/d']);
});

test('pages of an earlier reading come before new pages', () => {
  const queue = pageQueue(2);
  queue.add(at('/new'), 'linked');
  for (const path of ['/p/1', '/p/2']) queue.add(at(path), 'known');
  expect(taken(queue)).toEqual(['/p/1', '/p/2']);
});
