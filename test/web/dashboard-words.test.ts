import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FONT_STACKS, LAUNCHER_PATHS } from '../../src/domain/theme.ts';
import { embedTag, tagAttributes } from '../../src/web/dashboard/embed-tag.ts';
import {
  changeOf,
  formatDuration,
  formatMoney,
  formatPrice,
  formatSpan,
  sentenceTimes,
} from '../../src/web/ui/format.ts';
import { planSummary, upgradeLink } from '../../src/web/ui/plan-status.ts';
import { mergeSessions } from '../../src/web/dashboard/session-merge.ts';
import { showControlCharacters } from '../../src/web/ui/visible.ts';
import { readConfig } from '../../widget/config.ts';

/** The digits of a number in whatever locale these tests run, with a point for the decimals. */
const digits = (text: string): string => text.replace(',', '.').replaceAll(/[^\d.]/g, '');

describe('money has enough digits to be true', () => {
  test.each([
    [0, '0.00'],
    [12.3456, '12.35'],
    [1, '1.00'],
    [0.1234, '0.1234'],
    [0.5, '0.5000'],
    [0.0042, '0.0042'],
    [0.0004, '0.0004'],
    [0.000412, '0.00041'],
    [0.0000031, '0.0000031'],
  ])('%d is $%s', (value, text) => {
    expect(formatMoney(value)).toContain('$');
    expect(digits(formatMoney(value))).toBe(text);
  });

  test('a price keeps all of its digits', () => {
    expect([0.25, 0.025, 2].map((value) => digits(formatPrice(value)))).toEqual(['0.25', '0.025', '2.00']);
  });
});

test.each([
  [0, ['0']],
  [59, ['59']],
  [60, ['1']],
  [3599, ['59']],
  [4800, ['1', '20']],
  [7200, ['2']],
  [90_000, ['25']],
  [200_000, ['2']],
])('%d seconds are told in the one or two units that say it', (seconds, numbers) => {
  expect(formatDuration(seconds).match(/\d+/g)).toEqual(numbers);
});

test('there is no change from nothing', () => {
  expect(changeOf(3, 0)).toBeUndefined();
  expect(changeOf(3, 2)).toBe(0.5);
});

describe('what would act on its reader is made visible', () => {
  test('in any text, and nothing else of it changes', () => {
    const hostile = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = showControlCharacters(text);
        expect(shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u206F]/);
        expect(shown.isWellFormed()).toBe(true);
        expect(showControlCharacters(shown)).toBe(shown);
      }),
    );
  });

  test.each(['Grüße, 你好, สวัสดี', 'می\u200Cخواهم \u200Fסוף', '👩🏽‍💻 ❤️', 'a\tb\nc'])(
    'honest text stays: %s',
    (text) => expect(showControlCharacters(text)).toBe(text),
  );
});

test('the tag can hold any title', () => {
  const tag = embedTag('https://chat.example.com', { title: `"><script>'&`, color: '#2f5bea' });
  expect(tag).toContain(`data-title="&quot;&gt;&lt;script&gt;&#39;&amp;" data-color="#2f5bea"`);
});

test('a tag says all that was chosen, in attributes that the widget reads', () => {
  const attributes = tagAttributes({
    title: 'Ask Oak',
    color: '#0f766e',
    surface: '#f4faf8',
    text: '#12302d',
    radius: 0,
    font: 'serif',
    launcherIcon: 'person',
    greeting: 'Welcome',
    suggestions: ['Open on Sunday?', 'Where are you?'],
    corner: 'left',
    theme: 'dark',
    privacyUrl: 'https://oak.example/privacy',
  });
  const data = Object.fromEntries(
    attributes.map(([name, value]) => [
      name.slice('data-'.length).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
  expect(readConfig('https://chat.example.com/api/widget.js', data)).toMatchObject({
    title: 'Ask Oak',
    greeting: 'Welcome',
    suggestions: ['Open on Sunday?', 'Where are you?'],
    left: true,
    icon: LAUNCHER_PATHS.person,
    privacyUrl: 'https://oak.example/privacy',
  });
  const theme = {
    color: '#0f766e',
    surface: '#f4faf8',
    text: '#12302d',
    radius: '0',
    font: FONT_STACKS.serif,
  };
  expect(data).toMatchObject({ ...theme, theme: 'dark' });
});

test('a tag that pins a version names it, and lets the browser check the script', () => {
  const choice = { title: 'Chat', color: '#2f5bea' };
  const release = {
    version: '1.2.0-3f2a9c',
    path: '/api/widget/1.2.0-3f2a9c/widget.js',
    integrity: 'sha384-x',
  };
  expect(embedTag('https://chat.example.com', choice, release)).toBe(
    [
      '<script src="https://chat.example.com/api/widget/1.2.0-3f2a9c/widget.js"',
      '        integrity="sha384-x" crossorigin="anonymous"',
      '        data-title="Chat" data-color="#2f5bea" async></script>',
    ].join('\n'),
  );
});

describe('the plan in words', () => {
  const plan = {
    planId: 'start',
    planDisplayName: 'Start',
    seatQuota: 2,
    seatsUsed: 1,
    exceeded: false,
    daysOverQuota: 0,
    gracePeriodDays: 14,
    blocked: false,
    upgradeUrl: 'https://example.com/upgrade',
  };
  test('says how many seats are free', () => {
    expect(planSummary(plan, 30)).toMatchObject({ severity: 'good', state: '1 seat free' });
    expect(planSummary({ ...plan, seatsUsed: 2 }, 30).state).toBe('All seats in use');
    expect(planSummary(plan, 30).meaning).toContain('is free after 30 days without a claim');
  });
  test('says how long the grace lasts, and what comes then', () => {
    const words = planSummary({ ...plan, seatsUsed: 3, exceeded: true, daysOverQuota: 3 }, 30);
    expect(words).toMatchObject({ severity: 'wait', state: 'Over the seat limit. 11 days to upgrade' });
    expect(words.meaning).toMatch(/^3 agents on 2 seats\. All agents can work until/);
  });
  test('says who can go on when the grace is over', () => {
    const over = { ...plan, seatsUsed: 3, exceeded: true, daysOverQuota: 14, blocked: true };
    expect(planSummary(over, 30)).toMatchObject({ severity: 'bad', state: 'New agents cannot claim' });
  });
  test('links only where a link may lead', () => {
    expect(upgradeLink(plan)).toBe('https://example.com/upgrade');
    expect(upgradeLink({ upgradeUrl: 'javascript:alert(1)' })).toBeUndefined();
  });
});

describe('a list whose beginning is asked for again', () => {
  const row = (id: number) => ({
    sessionId: `${id}`,
    status: 'open' as const,
    createdAt: new Date(id * 1000).toISOString(),
    updatedAt: '',
    lastMessageAt: '',
    messageCount: 1,
    inputTokens: 0,
    outputTokens: 0,
    cost: id,
    opening: '',
    preview: '',
  });
  const ids = (rows: { sessionId: string }[]) => rows.map(({ sessionId }) => Number(sessionId));

  test.each(['recent', 'cost', 'waiting'] as const)('shows each row once, in order (%s)', (sortBy) => {
    const before = [9, 8, 7, 6, 5, 4].map(row);
    expect(ids(mergeSessions([10, 9, 8].map(row), before, sortBy))).toEqual([10, 9, 8, 7, 6, 5, 4]);
  });
  test('forgets what its first page does not hold any more', () => {
    expect(ids(mergeSessions([9, 7].map(row), [9, 8, 7, 6].map(row), 'recent'))).toEqual([9, 7, 6]);
    expect(mergeSessions([], [9].map(row), 'recent')).toEqual([]);
  });
});

test('a date within a sentence is in the language of the page, in the reader’s variant of it', () => {
  const span = (readerLang: string) =>
    formatSpan('2026-03-04T15:05:00', '2026-03-05T16:05:00', sentenceTimes(readerLang));
  expect(span('de-DE')).toMatch(/^Wed, Mar 4, 3:05\s?PM – Thu, Mar 5, 4:05\s?PM$/);
  expect(span('en-GB')).toMatch(/^Wed,? 4 Mar, 15:05 – Thu,? 5 Mar, 16:05$/);
});
