import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, fromOklch, toOklch } from '../../src/lib/oklch.ts';
import { ThemeTokens } from '../../src/widgets/records/theme.ts';
import { THEME_PRESETS } from '../../src/widgets/rules/theme-presets.ts';
import { themeWarnings } from '../../src/widgets/rules/theme-warnings.ts';
import {
  FAILURE_COLOR,
  DEFAULT_SURFACE,
  DEFAULT_TEXT,
  FONT_STACKS,
  LAUNCHER_ICONS,
  LAUNCHER_PATHS,
  SECONDARY_TEXT_COLOR,
  shownSurface,
  shownText,
  themeLook,
  type Scheme,
} from '../../src/widgets/rules/theme.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('a color', () => {
  it('has the contrast of WCAG 2.2', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#ffffff', '#ffffff')).toBe(1);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrast('#FF0000', '#0000ff')).toBeCloseTo(2.15, 2);
  });

  it('is unchanged after conversion to OKLCH and back', () => {
    fc.assert(
      fc.property(hex, (color) => {
        expect(fromOklch(toOklch(color))).toBe(color);
      }),
    );
  });
});

describe('for all theme tokens and both schemes', () => {
  it('text, notes, links, focus rings and failures are readable on the surface', () => {
    fc.assert(
      fc.property(hex, hex, hex, fc.constantFrom(...SCHEMES), (surface, text, accent, scheme) => {
        const ground = shownSurface(surface, scheme);
        for (const shown of [
          shownText(text, scheme),
          shownText(accent, scheme),
          SECONDARY_TEXT_COLOR[scheme],
          FAILURE_COLOR[scheme],
        ]) {
          expect(contrast(shown, ground)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('an adjusted surface is not adjusted again, except for clipping by browsers', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...SCHEMES), (color, scheme) => {
        const shown = shownSurface(color, scheme);
        expect(contrast(shownSurface(shown, scheme), shown)).toBeLessThan(1.1);
      }),
    );
  });

  it('the default colors are shown unchanged', () => {
    for (const scheme of SCHEMES) {
      expect(shownSurface(DEFAULT_SURFACE[scheme], scheme)).toBe(DEFAULT_SURFACE[scheme]);
      expect(shownText(DEFAULT_TEXT[scheme], scheme)).toBe(DEFAULT_TEXT[scheme]);
    }
  });
});

describe('a warning', () => {
  it('is not given without tokens or for the default tokens', () => {
    expect(themeWarnings({})).toEqual([]);
    expect(themeWarnings({ color: '#2f5bea', surface: '#FFFFFF', text: '#14171d' })).toEqual([]);
  });

  it.each([
    [
      'text that is too light',
      { text: '#9ca3af' },
      'text',
      'The text has a contrast of 2.5:1 on the surface and needs 4.5:1. Choose a darker color; until then it is shown as ',
    ],
    [
      'text that is too dark for a dark theme',
      { theme: 'dark', surface: '#101828', text: '#4b5563' },
      'text',
      'The text has a contrast of 2.3:1 on the surface and needs 4.5:1. Choose a lighter color; until then it is shown as ',
    ],
    [
      'a surface in between',
      { surface: '#9ca3af' },
      'surface',
      'Links and notes have a contrast of 2.3:1 on this surface and need 4.5:1. Choose a lighter or grayer color; until then it is shown as ',
    ],
    [
      'a dark surface in a light theme',
      { surface: '#101828' },
      'surface',
      'Choose a lighter or grayer color, or the dark theme; until then it is shown as ',
    ],
    [
      'a dark surface that is too strong for a dark theme',
      { theme: 'dark', surface: '#1e3a8a', color: '#7dd3fc' },
      'surface',
      'Choose a darker or grayer color; until then it is shown as ',
    ],
    [
      'a pale accent',
      { color: '#ffe600', theme: 'light' },
      'color',
      'In the light theme the accent has a contrast of 1.2:1 with the surface and needs 3:1. Choose a darker color; until then buttons have an outline.',
    ],
    [
      'a dark accent, which a dark page has too',
      { color: '#1e1b4b' },
      'color',
      'In the dark theme the accent has a contrast of 1.1:1 with the surface and needs 3:1. Choose a lighter color; until then buttons have an outline.',
    ],
  ] as const)('names the contrast ratio and a remedy: %s', (_case, choice, token, words) => {
    const [warning, ...others] = themeWarnings(choice);
    expect(others).toEqual([]);
    expect(warning?.token).toBe(token);
    expect(warning?.sentence).toContain(words);
    expect(warning?.sentence).toMatch(/\.$/);
  });

  it('is not given for a light preset in a dark theme, which uses shades of it', () => {
    for (const { tokens } of THEME_PRESETS) expect(themeWarnings({ ...tokens, theme: 'dark' })).toEqual([]);
    expect(themeWarnings({ text: '#35211a', theme: 'dark' })).toEqual([]);
  });

  it('is given for a surface exactly if it is shown differently', () => {
    fc.assert(
      fc.property(hex, (surface) => {
        const warned = themeWarnings({ surface }).some(({ token }) => token === 'surface');
        expect(warned).toBe(shownSurface(surface, 'light') !== surface);
      }),
    );
  });
});

describe('the presets', () => {
  it('are four to six, with unique names, all six tokens and different looks', () => {
    expect(THEME_PRESETS.length).toBeGreaterThanOrEqual(4);
    expect(THEME_PRESETS.length).toBeLessThanOrEqual(6);
    expect(new Set(THEME_PRESETS.map(({ name }) => name)).size).toBe(THEME_PRESETS.length);
    expect(new Set(THEME_PRESETS.map(({ tokens }) => tokens.color)).size).toBe(THEME_PRESETS.length);
    for (const { tokens } of THEME_PRESETS) {
      expect(ThemeTokens.parse(tokens)).toEqual(tokens);
      expect(Object.keys(tokens).toSorted()).toEqual(Object.keys(ThemeTokens.shape).toSorted());
    }
  });

  it.each(THEME_PRESETS)(
    '$name needs no warning, is shown as it says, and its text has 7:1',
    ({ tokens }) => {
      expect(themeWarnings(tokens)).toEqual([]);
      expect(shownSurface(tokens.surface, 'light')).toBe(tokens.surface);
      expect(shownText(tokens.text, 'light')).toBe(tokens.text);
      for (const scheme of SCHEMES) {
        const pair = [shownText(tokens.text, scheme), shownSurface(tokens.surface, scheme)] as const;
        expect(contrast(...pair)).toBeGreaterThanOrEqual(7);
      }
    },
  );
});

it('docs/embed.md lists the presets as they are', async () => {
  const docs = await readFile(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const rows = docs.split('\n').map((line) => line.replaceAll(/[\s`]+/g, ' ').trim());
  for (const { name, tokens } of THEME_PRESETS) {
    const { color, surface, text, radius, font, launcherIcon } = tokens;
    const cells = [name, color, surface, text, radius, font, launcherIcon];
    expect(rows).toContain(`| ${cells.join(' | ')} |`);
  }
});

describe('hostile tokens', () => {
  it.each([
    { color: 'red;} body{display:none' },
    { surface: '#12345' },
    { surface: '#1234567' },
    { text: 'url(https://evil.example/x)' },
    { text: '#0f766e;--fill:red' },
    { radius: -1 },
    { radius: 1e9 },
    { radius: 1.5 },
    { radius: Number.NaN },
    { radius: '12' },
    { font: 'Comic Sans' },
    { font: 'serif;}' },
    { launcherIcon: 'M0 0H24V24H0Z' },
    { launcherIcon: '__proto__' },
  ])('%j are refused', (tokens) => {
    expect(ThemeTokens.safeParse(tokens).success).toBe(false);
  });
});

describe('the look', () => {
  it('without tokens contains only the color scheme', () => {
    expect(themeLook({})).toEqual({ look: 'color-scheme:light dark' });
    expect(themeLook({ font: 'system', launcherIcon: 'chat', theme: 'dark' })).toEqual({
      look: 'color-scheme:dark',
    });
  });

  it('contains each token as the widget applies it', () => {
    expect(
      themeLook({
        color: '#0f766e',
        surface: '#fdf8f3',
        text: '#35211a',
        radius: 0,
        font: 'serif',
        launcherIcon: 'question',
        theme: 'light',
      }),
    ).toEqual({
      look: `color-scheme:light;--chat-widget-color:#0f766e;--chat-widget-surface:#fdf8f3;--chat-widget-text:#35211a;--chat-widget-radius:0;--chat-widget-font:${FONT_STACKS.serif}`,
      icon: LAUNCHER_PATHS.question,
    });
  });

  it('has readable text on its surface for all tokens', () => {
    expect(themeLook({ surface: '#808080', text: '#808080', theme: 'light' }).look).toBe(
      `color-scheme:light;--chat-widget-surface:${shownSurface('#808080', 'light')};--chat-widget-text:${shownText('#808080', 'light')}`,
    );
    const dark = themeLook({ surface: '#808080', text: '#808080', theme: 'dark' }).look;
    expect(dark).toContain(
      `--chat-widget-surface:${shownSurface('#808080', 'dark')};--chat-widget-text:${shownText('#808080', 'dark')}`,
    );
  });

  it('has a path of letters and digits for each icon', () => {
    for (const name of LAUNCHER_ICONS) expect(LAUNCHER_PATHS[name]).toMatch(/^M[\d. a-zA-Z-]+$/);
  });
});
