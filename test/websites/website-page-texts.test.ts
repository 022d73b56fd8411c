import { describe, expect, test } from 'vitest';
import { headingOf, withoutHeadings } from '../../src/websites/rules/headings.ts';
import { nextReadAt, readingStart } from '../../src/websites/rules/schedule.ts';

const PAGE = `Welcome.

# Shop {#shop}

Open daily.

## Prices

A bell costs 5 euros.

### Sale

Half price.

## Returns

Within 30 days.`;

describe('a part of a page that is left out', () => {
  test('is removed with everything below its heading, and nothing else', () => {
    const rest = withoutHeadings(PAGE, [['Shop', 'Prices']]);
    expect(rest).toContain('Open daily.');
    expect(rest).toContain('## Returns\n\nWithin 30 days.');
    expect(rest).not.toMatch(/Prices|bell|Sale|Half/);
  });

  test('is found by its full path, without markup and fragments', () => {
    const page = '# A\n\n## **Prices** {#p}\n\none\n\n# B\n\n## Prices\n\ntwo';
    expect(withoutHeadings(page, [['A', 'Prices']])).toBe('# A\n\n# B\n\n## Prices\n\ntwo');
  });

  test('is not a heading in a code block', () => {
    const page = '# A\n\n```\n# B\n```\n\nafter';
    expect(withoutHeadings(page, [['B']])).toBe(page);
  });
});

test('the fragment of a heading is read from its end', () => {
  expect(headingOf('Opening hours {#hours}')).toEqual({ title: 'Opening hours', fragment: 'hours' });
  expect(headingOf('Sizes {S, M}')).toEqual({ title: 'Sizes {S, M}' });
});

test('a website is read again by its schedule', () => {
  const at = '2026-11-20T12:00:00.000Z';
  expect(nextReadAt('hour', at)).toBe('2026-11-20T13:00:00.000Z');
  expect(nextReadAt('week', at)).toBe('2026-11-27T12:00:00.000Z');
  expect(nextReadAt('never', at)).toBeUndefined();
});

test('a reading that was interrupted recently continues, and an older one starts again', () => {
  const now = '2026-11-20T12:00:00.000Z';
  const startedAt = '2026-11-20T11:30:00.000Z';
  expect(readingStart({ startedAt, isComplete: false }, now)).toBe(startedAt);
  expect(readingStart({ startedAt, isComplete: true }, now)).toBe(now);
  expect(readingStart({ startedAt: '2026-11-20T10:30:00.000Z', isComplete: false }, now)).toBe(now);
});
