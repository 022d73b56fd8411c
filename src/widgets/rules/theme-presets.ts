import type { ThemeTokens } from '../records/theme.ts';

/** A predefined theme with all tokens. */
export interface ThemePreset {
  name: string;
  tokens: { [Name in keyof ThemeTokens]-?: NonNullable<ThemeTokens[Name]> };
}

/** All presets have enough contrast in both schemes (test/widgets/theme.test.ts). */
export const THEME_PRESETS: readonly ThemePreset[] = [
  {
    name: 'Ink',
    tokens: {
      color: '#2f5bea',
      surface: '#ffffff',
      text: '#14171d',
      radius: 12,
      font: 'system',
      launcherIcon: 'chat',
    },
  },
  {
    name: 'Harbor',
    tokens: {
      color: '#0f766e',
      surface: '#f4faf8',
      text: '#12302d',
      radius: 16,
      font: 'rounded',
      launcherIcon: 'smile',
    },
  },
  {
    name: 'Clinic',
    tokens: {
      color: '#0e7490',
      surface: '#f5f9fc',
      text: '#13293d',
      radius: 8,
      font: 'system',
      launcherIcon: 'question',
    },
  },
  {
    name: 'Terracotta',
    tokens: {
      color: '#c2410c',
      surface: '#fdf8f3',
      text: '#35211a',
      radius: 20,
      font: 'serif',
      launcherIcon: 'dots',
    },
  },
  {
    name: 'Plum',
    tokens: {
      color: '#c026d3',
      surface: '#fcf7fd',
      text: '#2e1a33',
      radius: 24,
      font: 'system',
      launcherIcon: 'person',
    },
  },
  {
    name: 'Slate',
    tokens: {
      color: '#64748b',
      surface: '#f8fafc',
      text: '#0f172a',
      radius: 2,
      font: 'mono',
      launcherIcon: 'headset',
    },
  },
];
