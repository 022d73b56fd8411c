import { RuleTester } from 'eslint';
import { parser } from 'typescript-eslint';
import { describe, test } from 'vitest';
import { commentWidth, plainTexts, plainWords } from '../../scripts/eslint-rules/plain-words.ts';

RuleTester.describe = describe;
RuleTester.it = test;

const tester = new RuleTester({
  languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
});
type Cases = Parameters<RuleTester['run']>[2];

/**
 * Runs one table. ESLint and typescript-eslint type the same rule differently, so the call goes past the
 * types.
 */
function judge(
  name: string,
  rule: typeof plainWords | typeof plainTexts | typeof commentWidth,
  cases: Cases,
): void {
  Reflect.apply(tester.run.bind(tester), undefined, [name, rule, cases]);
}

/** The one violation of a case, and the word that it names. */
const refused = (messageId: 'comment' | 'name' | 'title', word: string) => [
  {
    messageId,
    data: {
      word,
      advice: ADVICE[word.toLowerCase()] ?? 'name the part of the system: "the caller", "no agent"',
    },
  },
];
const ADVICE: Readonly<Record<string, string>> = {
  "in one's way": 'name the conflict',
  'in hand': 'write "being handled" or "held"',
  mended: 'write "repair" or "retry"',
  thereby: 'write two sentences',
  anew: 'again, new',
  lately: 'recent',
  stranger: 'untrusted',
  turnstile: 'mutex',
};

judge('words in comments', plainWords, {
  valid: [
    '// The caller retries.',
    '/** Amends what a caller recommends. */',
    "const text = 'Nobody is online';",
  ],
  invalid: [
    { code: '// Whoever asks gets one.', errors: refused('comment', 'Whoever') },
    { code: "/** nobody's own */", errors: refused('comment', "nobody's") },
    { code: 'const a = 1; // for somebody', errors: refused('comment', 'somebody') },
    { code: '/*\n * One.\n * Thus thereby.\n */', errors: refused('comment', 'thereby') },
    { code: '// It is mended.', errors: refused('comment', 'mended') },
    { code: "// It stood in one's way.", errors: refused('comment', "in one's way") },
    { code: '// What is in hand.', errors: refused('comment', 'in hand') },
    {
      code: '// Anybody and nobody, in hand.',
      errors: [{ messageId: 'comment' }, { messageId: 'comment' }],
    },
  ],
});

judge('words in names', plainWords, {
  valid: ['const amended = 1; const latest = amended;', "const text = 'stranger';"],
  invalid: [
    { code: 'startAnew();', errors: refused('name', 'anew') },
    { code: 'const LATELY_USED = 1;', errors: refused('name', 'lately') },
    { code: 'class A { #turnstile = 1; }', errors: refused('name', 'turnstile') },
    { code: 'const a = <Stranger />;', errors: refused('name', 'stranger') },
    { code: 'type A = { turnstile: number };', errors: refused('name', 'turnstile') },
  ],
});

judge('words in titles of tests', plainWords, {
  valid: ["test('one caller waits', () => {});", "ask('nobody', 'whoever');", 'test(nobodys());'],
  invalid: [
    { code: "test('nobody waits', () => {});", errors: refused('title', 'nobody') },
    { code: "describe('the rows in hand', () => {});", errors: refused('title', 'in hand') },
    { code: "it.skipIf(slow)('asks whoever is there', () => {});", errors: refused('title', 'whoever') },
    { code: "test.each(rows)('%s is mended', () => {});", errors: refused('title', 'mended') },
    { code: 'test(`${name} thereby`, () => {});', errors: refused('title', 'thereby') },
  ],
});

const columns = (count: number) => `// ${'x'.repeat(count - 3)}`;

judge('the width of comments', commentWidth, {
  valid: [columns(110), `// https://example.com/${'x'.repeat(120)}`, `const a = '${'x'.repeat(120)}';`],
  invalid: [
    { code: columns(111), errors: [{ messageId: 'long', line: 1 }] },
    { code: `/**\n * ${'x'.repeat(120)}\n */`, errors: [{ messageId: 'long', line: 2 }] },
    { code: `{\n  // ${'x'.repeat(110)}\n}`, errors: [{ messageId: 'long', line: 2 }] },
  ],
});

judge('words in texts that people read', plainTexts, {
  valid: [
    "const text = 'No agent is online.';",
    "const name = 'nobody';",
    "const label = 'Which widget is it?';",
    'const view = <p>The visitor is waiting.</p>;',
    '// Nobody reads this on a page.',
  ],
  invalid: [
    { code: "const text = 'Nobody is online.';", errors: [{ messageId: 'text' }] },
    { code: 'const view = <p>Please wait here.</p>;', errors: [{ messageId: 'text' }] },
    { code: 'const text = `It saves by itself: ${1}`;', errors: [{ messageId: 'text' }] },
    { code: "const text = 'Whether you take conversations';", errors: [{ messageId: 'text' }] },
    { code: 'const view = <p>if the\n  visitor still waits</p>;', errors: [{ messageId: 'text' }] },
  ],
});
