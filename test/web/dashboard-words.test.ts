import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FONT_STACKS, LAUNCHER_PATHS } from '../../src/widgets/rules/theme.ts';
import { completeOptions, tagOptions } from '../../src/widgets/rules/default-widget.ts';
import type { DefaultWidget } from '../../src/widgets/records/default-widget.ts';
import { embedTag } from '../../src/web/dashboard/settings/installation/embed-tag.ts';
import {
  changeOf,
  formatDuration,
  formatMoney,
  formatPrice,
  formatSpan,
  sentenceTimes,
} from '../../src/web/ui/format.ts';
import { upgradeLink } from '../../src/web/ui/plan-status.ts';
import { websiteProblem } from '../../src/web/dashboard/knowledge/websites/words.ts';
import { showControlCharacters } from '../../src/web/ui/visible.ts';
import { readPanelOptions } from '../../widget/panel/config.ts';
import { readLook } from '../../widget/stub/config.ts';

/** The digits of a number in whatever locale these tests run, with a point for the decimals. */
const digits = (text: string): string => text.replace(',', '.').replaceAll(/[^\d.]/g, '');

describe('money is shown with enough digits', () => {
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
])('%d seconds are shown in one or two units', (seconds, numbers) => {
  expect(formatDuration(seconds).match(/\d+/g)).toEqual(numbers);
});

test('a change from zero is not shown', () => {
  expect(changeOf(3, 0)).toBeUndefined();
  expect(changeOf(3, 2)).toBe(0.5);
});

describe('control characters in outside text are made visible', () => {
  test('in any text, and other characters do not change', () => {
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
    'but plain text is unchanged: %s',
    (text) => expect(showControlCharacters(text)).toBe(text),
  );
});

const RELEASE = {
  version: '1.2.0-3f2a9c',
  path: '/api/widget/1.2.0-3f2a9c/widget.js',
  integrity: 'sha384-x',
};
const pinnedTag = (widget: DefaultWidget) =>
  embedTag('https://chat.example.com', { release: RELEASE, options: tagOptions(widget) });

test('the tag of the default look has only its address', () => {
  expect(embedTag('https://chat.example.com')).toBe(
    '<script src="https://chat.example.com/api/widget.js" async></script>',
  );
});

test('a pinned tag can contain any title', () => {
  const tag = pinnedTag({ branding: { title: `"><script>'&` } });
  expect(tag).toContain(`data-title="&quot;&gt;&lt;script&gt;&#39;&amp;"`);
});

test('the tag has all options that the widget reads', () => {
  const widget = {
    branding: {
      ...{ title: 'Ask Oak', color: '#0f766e', surface: '#f4faf8', text: '#12302d', radius: 0 },
      ...{ font: 'serif', launcherIcon: 'person', greeting: 'Welcome' },
      suggestions: ['Open on Sunday?', 'Where are you?'],
      corner: 'left',
      theme: 'dark',
      privacyUrl: 'https://oak.example/privacy',
    },
    locale: 'de',
    attachments: true,
  } satisfies DefaultWidget;
  const options = tagOptions(widget);
  const look = readLook('https://chat.example.com/api/widget.js', options);
  expect({ ...options, ...look, ...readPanelOptions(options) }).toMatchObject({
    title: 'Ask Oak',
    greeting: 'Welcome',
    suggestions: ['Open on Sunday?', 'Where are you?'],
    left: true,
    locale: 'de',
    files: true,
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
  expect(options).toMatchObject({ ...theme, theme: 'dark' });
  expect(Object.keys(completeOptions({})).toSorted()).toEqual(Object.keys(options).toSorted());
});

test('a tag that pins a version names it and has a hash of the script', () => {
  expect(
    pinnedTag({ branding: { title: 'Ask us', launcherIcon: 'chat' } })
      .split('\n')
      .slice(0, 3),
  ).toEqual([
    '<script src="https://chat.example.com/api/widget/1.2.0-3f2a9c/widget.js"',
    '        integrity="sha384-x" crossorigin="anonymous"',
    '        data-title="Ask us"',
  ]);
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
  test('links to the upgrade page only with a safe address', () => {
    expect(upgradeLink(plan)).toBe('https://example.com/upgrade');
    expect(upgradeLink({ upgradeUrl: 'javascript:alert(1)' })).toBeUndefined();
  });
});

test('a date within a sentence uses the language of the page, in the reader’s regional variant', () => {
  const span = (readerLang: string) =>
    formatSpan('2026-03-04T15:05:00', '2026-03-05T16:05:00', sentenceTimes(readerLang));
  expect(span('de-DE')).toMatch(/^Wed, Mar 4, 3:05\s?PM – Thu, Mar 5, 4:05\s?PM$/);
  expect(span('en-GB')).toMatch(/^Wed,? 4 Mar, 15:05 – Thu,? 5 Mar, 16:05$/);
});

describe('the problem of a website names the attempts that failed', () => {
  const source = { address: 'https://shop.example/bikes' };
  test.each([
    ['unknown-host' as const, 'shop.example was not found. Check the spelling of the address.'],
    [
      'not-secure' as const,
      'https://shop.example/bikes has no valid encryption (https). If the site has only http, change the address to http://.',
    ],
    [
      'unreachable' as const,
      'https://shop.example/bikes could not be reached: there was no connection. If the site has only http, change the address to http://.',
    ],
  ])('%s', (problem, sentence) => {
    const words = websiteProblem({ ...source, problem });
    expect(words).toBe(`${sentence} Pages that were read earlier stay. The next reading tries again.`);
  });

  test('an address without encryption has no sentence about http', () => {
    expect(websiteProblem({ address: 'http://shop.example/', problem: 'unreachable' })).toBe(
      'http://shop.example/ could not be reached: there was no connection. Pages that were read earlier stay. The next reading tries again.',
    );
  });
});
