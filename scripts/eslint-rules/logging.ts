import type { TSESLint } from '@typescript-eslint/utils';
import { parser } from 'typescript-eslint';
import { noContentInLogs } from './no-content-in-logs.ts';

/**
 * The logging rule as a configuration of its kind, used by the build and by the whole configuration. Inline
 * comments cannot disable it.
 */
export const logging: TSESLint.FlatConfig.Config = {
  name: 'logging',
  files: ['src/**/*.{ts,tsx}', 'functions/**/*.ts', 'widget/**/*.ts'],
  languageOptions: { parser },
  linterOptions: { noInlineConfig: true },
  plugins: { logging: { rules: { 'no-content-in-logs': noContentInLogs } } },
  rules: { 'logging/no-content-in-logs': 'error' },
};
