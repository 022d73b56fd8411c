import type { TSESLint } from '@typescript-eslint/utils';
import { parser } from 'typescript-eslint';
import { noContentInLogs } from './no-content-in-logs.ts';

/** The configuration of the logging rule, for the build and for ESLint. Inline comments cannot disable it. */
export const logging: TSESLint.FlatConfig.Config = {
  name: 'logging',
  files: ['src/**/*.{ts,tsx}', 'functions/**/*.ts', 'widget/**/*.ts'],
  languageOptions: { parser },
  linterOptions: { noInlineConfig: true },
  plugins: { logging: { rules: { 'no-content-in-logs': noContentInLogs } } },
  rules: { 'logging/no-content-in-logs': 'error' },
};
