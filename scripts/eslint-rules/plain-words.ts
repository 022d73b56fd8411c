import { AST_NODE_TYPES, ESLintUtils, type TSESTree } from '@typescript-eslint/utils';

/** The longest line of a comment, in columns from the start of the line. */
export const MAX_COLUMNS = 110;

/** Words that hide the subject or the mechanism of a sentence, and what to write instead. */
const IN_COMMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(whoever|nobody|somebody|anybody)(?:'s)?\b/i, 'name the part of the system: "the caller", "no agent"'],
  [/\bthereby\b/i, 'write two sentences'],
  [/\bmend(s|ed|ing)?\b/i, 'write "repair" or "retry"'],
  [/\bin (one's|its|whose|someone's|their|another's) way\b/i, 'name the conflict'],
  [/\bin hand\b/i, 'write "being handled" or "held"'],
];

/** Words that no text of a page, an error or the API description has: it says the same plainly. */
const IN_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(whoever|nobody|somebody)\b/i, 'name the person: "an agent", "no agent"'],
  [/\bplease\b/i, 'leave it out'],
  [/\bby itself\b/i, 'write "automatically"'],
  [/\bcolours?\b/i, 'write "color"'],
  [/, or (?:none|not)(?=[.?!]|$)/i, 'name both cases'],
  [/\bnot known\b/i, 'write "unknown"'],
  [/\b(?:in|holds?) no(?:thing)? (?:figure|text|to)\b/i, 'say what is missing'],
  [/\bof themselves\b|\bits alone\b/i, 'name the thing'],
  [/\b(?:still|visitor) waits\b/i, 'write "is waiting"'],
  [/^(?:Whether|What you|Which)\b[^?.]*$/, 'write a label or a question'],
];

/** Words that no name has, with the word of the glossary. */
const IN_NAMES: ReadonlyMap<string, string> = new Map([
  ...['anybody', 'nobody', 'somebody', 'whoever'].map((word) => [word, 'name the role'] as const),
  ['anew', 'again, new'],
  ['lately', 'recent'],
  ['mend', 'repair, retry'],
  ['stranger', 'untrusted'],
  ['thereby', 'by'],
  ['trouble', 'error, notice'],
  ['turnstile', 'mutex'],
]);

/** `startAnew`, `START_ANEW` and `Start-anew` are the same words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/** Every word in a comment that `IN_COMMENTS` refuses, with the advice. */
export function riddles(text: string): { word: string; advice: string }[] {
  return IN_COMMENTS.flatMap(([pattern, advice]) => {
    const [word] = pattern.exec(text) ?? [];
    return word === undefined ? [] : [{ word, advice }];
  });
}

/** Calls whose first argument is the title of a test or of a group of tests. */
const TITLED = new Set(['describe', 'it', 'suite', 'test']);

/** The title in a call such as `test('…')`, `it.fails('…')` or `test.each(rows)('…')`, and no other text. */
function titleOf({ callee, arguments: [title] }: TSESTree.CallExpression): string | undefined {
  let named: TSESTree.Node = callee;
  while (named.type !== AST_NODE_TYPES.Identifier) {
    if (named.type === AST_NODE_TYPES.MemberExpression) named = named.object;
    else if (named.type === AST_NODE_TYPES.CallExpression) named = named.callee;
    else return undefined;
  }
  if (!TITLED.has(named.name)) return undefined;
  if (title?.type === AST_NODE_TYPES.TemplateLiteral) {
    return title.quasis.map(({ value }) => value.cooked).join('…');
  }
  return title?.type === AST_NODE_TYPES.Literal && typeof title.value === 'string' ? title.value : undefined;
}

/** Refuses words in comments, names and titles of tests that a newcomer has to guess at. */
export const plainWords = ESLintUtils.RuleCreator.withoutDocs<[], 'comment' | 'name' | 'title'>({
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      comment: 'Not "{{word}}" in a comment: {{advice}}.',
      name: 'Not "{{word}}" in a name: {{advice}}.',
      title: 'Not "{{word}}" in the title of a test: {{advice}}.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const checkName = (node: TSESTree.Node, name: string) => {
      for (const word of wordsOf(name)) {
        const advice = IN_NAMES.get(word);
        if (advice !== undefined) context.report({ node, messageId: 'name', data: { word, advice } });
      }
    };
    return {
      Program() {
        for (const { loc, value } of sourceCode.getAllComments()) {
          for (const data of riddles(value)) context.report({ loc, messageId: 'comment', data });
        }
      },
      CallExpression: (node) => {
        for (const data of riddles(titleOf(node) ?? '')) context.report({ node, messageId: 'title', data });
      },
      Identifier: (node) => {
        checkName(node, node.name);
      },
      PrivateIdentifier: (node) => {
        checkName(node, node.name);
      },
      JSXIdentifier: (node) => {
        checkName(node, node.name);
      },
    };
  },
});

/** Refuses words in the texts that people read: quoted ones, templates, and what is between tags. */
export const plainTexts = ESLintUtils.RuleCreator.withoutDocs<[], 'text'>({
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { text: 'Not "{{word}}" in a text that people read: {{advice}}.' },
  },
  create(context) {
    const check = (node: TSESTree.Node, text: string) => {
      // A text has several words; one alone is a code or the name of a class.
      if (!/\S\s+\S/.test(text)) return;
      for (const [pattern, advice] of IN_TEXTS) {
        const [word] = pattern.exec(text.replaceAll(/\s+/g, ' ').trim()) ?? [];
        if (word !== undefined) context.report({ node, messageId: 'text', data: { word, advice } });
      }
    };
    return {
      Literal: (node) => {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement: (node) => {
        check(node, node.value.cooked ?? node.value.raw);
      },
      JSXText: (node) => {
        check(node, node.value);
      },
    };
  },
});

/** Refuses comment lines over 110 columns, except those with a URL. */
export const commentWidth = ESLintUtils.RuleCreator.withoutDocs<[], 'long'>({
  meta: {
    type: 'layout',
    schema: [],
    messages: { long: 'A comment line has {{columns}} columns; the limit is {{max}}.' },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      Program() {
        for (const { loc } of sourceCode.getAllComments()) {
          for (let line = loc.start.line; line <= loc.end.line; line += 1) {
            const text = sourceCode.lines[line - 1] ?? '';
            if (text.length <= MAX_COLUMNS || text.includes('://')) continue;
            context.report({
              loc: { line, column: MAX_COLUMNS },
              messageId: 'long',
              data: { columns: text.length, max: MAX_COLUMNS },
            });
          }
        }
      },
    };
  },
});
