import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { logging } from './scripts/eslint-rules/logging.ts';
import { plainLanguage } from './scripts/eslint-rules/plain-language.ts';

const PAGES_AND_WIDGET = ['widget/**/*.{ts,tsx}', 'src/web/**/*.{ts,tsx}'];

/** The files whose names and comments must be in plain words. */
const PLAIN = [
  '*.{ts,js}',
  'bench/**/*.ts',
  'functions/**/*.ts',
  'scripts/**/*.{ts,js}',
  'sim/**/*.ts',
  'src/**/*.{ts,tsx}',
  'test/**/*.{ts,tsx}',
  'widget/**/*.ts',
];

const NO_RAW_HTML = [
  {
    selector:
      ':matches(MemberExpression > Identifier.property, JSXAttribute > JSXIdentifier)' +
      '[name=/^(innerHTML|outerHTML|srcdoc|dangerouslySetInnerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/]',
    message: 'This turns text into markup; use text nodes.',
  },
  {
    selector: "MemberExpression[object.name='document'][property.name=/^(write|writeln)$/]",
    message: 'This turns text into markup; use text nodes.',
  },
];

const READ_THE_CLOCK = 'Ask the port Clock.';
const ASK_FOR_CHANCE = 'Ask the port Random.';

/** Core, library and areas take time and randomness from the ports, so that tests can move the clock. */
const NO_CLOCK_OR_CHANCE = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: READ_THE_CLOCK },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: READ_THE_CLOCK },
  { selector: "MemberExpression[object.name='performance'][property.name='now']", message: READ_THE_CLOCK },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: ASK_FOR_CHANCE },
  {
    selector:
      ":matches(CallExpression > Identifier.callee, ImportSpecifier > Identifier.imported, MemberExpression[object.name='crypto'] > Identifier.property)[name=/^(randomUUID|randomBytes|getRandomValues|randomInt)$/]",
    message: ASK_FOR_CHANCE,
  },
];

export default defineConfig(
  globalIgnores(['dist/', 'dist.*/', '.data/', 'coverage/', 'infra/']),
  { files: PLAIN, ignores: ['**/*.js'], extends: [tseslint.configs.strictTypeChecked] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-duplicate-imports': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'off',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      // Objects are literals with closures; no method uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'functions/**/*.ts', 'widget/**/*.ts'],
    ignores: ['src/config/config.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read in src/config/config.ts.' },
      ],
    },
  },
  {
    // Text from outside must not take the square of its length.
    files: ['src/**/*.{ts,tsx}', 'functions/**/*.ts', 'widget/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: ['src/!(adapters|compose|config|hosts|http|ports|web)/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...NO_CLOCK_OR_CHANCE],
      'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'setImmediate'],
    },
  },
  { files: PAGES_AND_WIDGET, rules: { 'no-restricted-syntax': ['error', ...NO_RAW_HTML] } },
  {
    files: [
      'src/adapters/telemetry/console.ts',
      'widget/launcher/identity-part.ts',
      'widget/stub/{config,index,on-page,registered}.ts',
      'scripts/**/*.ts',
      'bench/**/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['{sim,test}/**/*.{ts,tsx}'],
    rules: {
      // Matchers of vitest and parsed response bodies have the type any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: PLAIN,
    ignores: ['**/*.js'],
    rules: {
      // A switch counts once: its cases are one table.
      complexity: ['error', { max: 15, variant: 'modified' }],
      curly: ['error', 'multi-line'],
      'no-nested-ternary': 'error',
      '@typescript-eslint/max-params': ['error', { max: 4 }],
      // `allowInsecureRequests` is marked to stand out in the editor; it is for issuers on this machine.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      // `Promise.withResolvers<void>()` makes a signal.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // `json<SeatsReply>(200, body)` checks the body against the reply's type at the call.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // A message is counted in code points (Specification, Limits).
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-shadow': 'error',
      // `() => set.add(x)` as a callback: a block around it says no more.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A number has one way to be written.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: PLAIN,
    plugins: { language: { rules: { plain: plainLanguage } } },
    rules: { 'language/plain': 'error' },
  },
  {
    files: [
      'src/web/**/*.{ts,tsx}',
      'functions/**/*.ts',
      'src/http/*.ts',
      'src/*/wire{,/*}.ts',
      'src/core/errors.ts',
    ],
    rules: { 'language/plain': ['error', 'texts'] },
  },
  // The words that the rule refuses, with the advice for each.
  { files: ['test/lint/plain-language.test.ts'], rules: { 'language/plain': 'off' } },
  // A row of a table is a call with its columns.
  {
    files: ['test/**/*.{test,contract}.ts'],
    rules: { '@typescript-eslint/max-params': ['error', { max: 6 }] },
  },
  logging,
);
