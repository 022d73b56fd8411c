import { RuleTester } from 'eslint';
import { parser } from 'typescript-eslint';
import { describe, test } from 'vitest';
import { plainLanguage } from '../../scripts/eslint-rules/plain-language.ts';
import {
  nameProblems,
  textProblems,
  titleProblems,
  wordingProblems,
} from '../../scripts/eslint-rules/wording.ts';

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
function judge(name: string, cases: Cases): void {
  Reflect.apply(tester.run.bind(tester), undefined, [name, plainLanguage, cases]);
}

type Kind = 'comment' | 'name' | 'title' | 'text';

/** Code that is refused once, for the words that the message names. */
const refused = (code: string, kind: Kind, found: string) => ({
  code,
  errors: [{ messageId: kind, data: { found, advice: adviceFor(kind, found) } }],
});

function adviceFor(kind: Kind, found: string): string {
  const problems = { comment: wordingProblems, name: nameProblems, title: titleProblems, text: textProblems };
  const [problem] = problems[kind](kind === 'text' ? `It is ${found} here.` : found);
  if (!problem) throw new Error(`"${found}" is not refused.`);
  return problem.advice;
}

judge('the wording of comments', {
  valid: [
    '// The caller retries.',
    '/** Amends the text that a caller recommends. */',
    "const text = 'Nobody is online';",
    '// `what is none` is code.',
    '// What does it return?',
    '// The place where the files are.',
    '// It is no longer used.',
    `/*\n * A table:\n *\n * ${'w  '.repeat(20)}\n * ${'w  '.repeat(20)}\n */`,
    `// ${'word '.repeat(20)}\n// ends here. ${'Word '.repeat(14)}.`,
  ],
  invalid: [
    refused('// Whoever asks gets one.', 'comment', 'Whoever'),
    refused("/** nobody's own */", 'comment', "nobody's"),
    refused('const a = 1; // for somebody', 'comment', 'somebody'),
    refused('/*\n * One.\n * Thus thereby.\n */', 'comment', 'thereby'),
    refused('// It is mended.', 'comment', 'mended'),
    refused("// It stood in one's way.", 'comment', "in one's way"),
    refused('// The rows in hand.', 'comment', 'in hand'),
    refused('// An unknown one is none.', 'comment', 'is none'),
    refused('// A price that is no price.', 'comment', 'that is no price'),
    refused('// The language, where known.', 'comment', 'where known'),
    refused('// It is removed at once.', 'comment', 'at once'),
    refused('// It has the words alone.', 'comment', 'alone'),
    refused('// The name beside it.', 'comment', 'beside'),
    refused('// A process of its own.', 'comment', 'of its own'),
    refused('// It was changed meanwhile.', 'comment', 'meanwhile'),
    refused('// It is read anew.', 'comment', 'anew'),
    refused('// It starts by itself.', 'comment', 'by itself'),
    refused('// An error tells the reason.', 'comment', 'tells'),
    refused('// What a caller gets.', 'comment', 'What'),
    refused('// A text. Where it is empty, it is left out.', 'comment', 'Where'),
    {
      code: `// ${'word '.repeat(21)}\n// ${'word '.repeat(21)}`,
      errors: [{ messageId: 'comment' }],
    },
  ],
});

judge('words in names', {
  valid: ['const amended = 1; const latest = amended;', "const text = 'stranger';"],
  invalid: [
    refused('startAnew();', 'name', 'anew'),
    refused('const LATELY_USED = 1;', 'name', 'lately'),
    refused('class A { #turnstile = 1; }', 'name', 'turnstile'),
    refused('const a = <Stranger />;', 'name', 'stranger'),
    refused('type A = { turnstile: number };', 'name', 'turnstile'),
  ],
});

judge('words in titles of tests', {
  valid: ["test('one caller waits', () => {});", "ask('nobody', 'whoever');", 'test(nobodys());'],
  invalid: [
    refused("test('nobody waits', () => {});", 'title', 'nobody'),
    refused("describe('the rows in hand', () => {});", 'title', 'in hand'),
    refused("it.skipIf(slow)('asks whoever is there', () => {});", 'title', 'whoever'),
    refused("test.each(rows)('%s is mended', () => {});", 'title', 'mended'),
    refused('test(`${name} thereby`, () => {});', 'title', 'thereby'),
  ],
});

const columns = (count: number) => `// ${'x'.repeat(count - 3)}`;

judge('the width of comments', {
  valid: [columns(110), `// https://example.com/${'x'.repeat(120)}`, `const a = '${'x'.repeat(120)}';`],
  invalid: [
    { code: columns(111), errors: [{ messageId: 'long', line: 1 }] },
    { code: `/**\n * ${'x'.repeat(120)}\n */`, errors: [{ messageId: 'long', line: 2 }] },
    { code: `{\n  // ${'x'.repeat(110)}\n}`, errors: [{ messageId: 'long', line: 2 }] },
  ],
});

const inTexts = (code: string) => ({ code, options: ['texts'] });

judge('words in texts that people read', {
  valid: [
    "const text = 'Nobody is online, where texts are not checked.';",
    inTexts("const text = 'No agent is online.';"),
    inTexts("const name = 'nobody';"),
    inTexts("const label = 'Which widget is it?';"),
    inTexts('const view = <p>The visitor is waiting.</p>;'),
  ],
  invalid: [
    "const text = 'Nobody is online.';",
    'const view = <p>Please wait here.</p>;',
    'const text = `It saves by itself: ${1}`;',
    "const text = 'Whether you take conversations';",
    'const view = <p>if the\n  visitor still waits</p>;',
  ].map((code) => ({ ...inTexts(code), errors: [{ messageId: 'text' }] })),
});
