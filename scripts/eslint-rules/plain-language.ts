import { AST_NODE_TYPES, AST_TOKEN_TYPES, ESLintUtils, type TSESTree } from '@typescript-eslint/utils';
import {
  nameProblems,
  textProblems,
  titleProblems,
  wordingProblems,
  type WordingProblem,
} from './wording.ts';

/** The longest comment line, in columns. */
export const MAX_COLUMNS = 110;

/** Calls whose first argument is the title of a test or test group. */
const TITLED = new Set(['describe', 'it', 'suite', 'test']);

/**
 * Refuses unclear words and sentences in comments, names and titles of tests, and comment lines over 110
 * columns without a URL. With the option `texts` it also checks texts for people: string literals, templates
 * and JSX text.
 */
export const plainLanguage = ESLintUtils.RuleCreator.withoutDocs<
  ['texts'?],
  'comment' | 'name' | 'title' | 'text' | 'long'
>({
  meta: {
    type: 'suggestion',
    schema: [{ type: 'string', enum: ['texts'] }],
    messages: {
      comment: 'Not "{{found}}" in a comment: {{advice}}.',
      name: 'Not "{{found}}" in a name: {{advice}}.',
      title: 'Not "{{found}}" in the title of a test: {{advice}}.',
      text: 'Not "{{found}}" in a text that people read: {{advice}}.',
      long: 'A comment line has {{columns}} columns; the limit is {{max}}.',
    },
  },
  create(context) {
    const { sourceCode, options } = context;
    const report = (
      node: TSESTree.Node,
      messageId: 'name' | 'title' | 'text',
      problems: WordingProblem[],
    ) => {
      for (const data of problems) context.report({ node, messageId, data: { ...data } });
    };
    const checkName = (node: TSESTree.Node & { name: string }) => {
      report(node, 'name', nameProblems(node.name));
    };
    const texts = {
      Literal: (node: TSESTree.Literal) => {
        if (typeof node.value === 'string') report(node, 'text', textProblems(node.value));
      },
      TemplateElement: (node: TSESTree.TemplateElement) => {
        report(node, 'text', textProblems(node.value.cooked ?? node.value.raw));
      },
      JSXText: (node: TSESTree.JSXText) => {
        report(node, 'text', textProblems(node.value));
      },
    };
    return {
      Program() {
        for (const { loc, prose } of commentsIn(sourceCode.getAllComments())) {
          for (const paragraph of prose.split(/\n\s*\n/)) {
            for (const data of wordingProblems(paragraph)) {
              context.report({ loc, messageId: 'comment', data: { ...data } });
            }
          }
          for (let line = loc.start.line; line <= loc.end.line; line += 1) {
            const text = sourceCode.lines[line - 1] ?? '';
            if (text.length <= MAX_COLUMNS || text.includes('://')) continue;
            const data = { columns: text.length, max: MAX_COLUMNS };
            context.report({ loc: { line, column: MAX_COLUMNS }, messageId: 'long', data });
          }
        }
      },
      CallExpression: (node) => {
        report(node, 'title', titleProblems(titleOf(node) ?? ''));
      },
      Identifier: checkName,
      PrivateIdentifier: checkName,
      JSXIdentifier: checkName,
      ...(options.includes('texts') && texts),
    };
  },
});

interface Prose {
  loc: TSESTree.SourceLocation;
  prose: string;
}

/** Comments as prose. Adjacent line comments are joined; tables and lists are removed. */
function commentsIn(comments: readonly TSESTree.Comment[]): Prose[] {
  const all: (Prose & { type: AST_TOKEN_TYPES })[] = [];
  for (const { type, loc, value } of comments) {
    const last = all.at(-1);
    const continues =
      type === AST_TOKEN_TYPES.Line &&
      last?.type === type &&
      last.loc.end.line === loc.start.line - 1 &&
      last.loc.start.column === loc.start.column;
    if (continues) {
      last.loc = { start: last.loc.start, end: loc.end };
      last.prose += `\n${value}`;
    } else {
      all.push({ type, loc, prose: value.replaceAll(/^\s*\*+ ?/gm, '') });
    }
  }
  return all.map(({ loc, prose }) => ({
    loc,
    prose: prose.replaceAll(/^\s*(?:[-|]|\d+\.) .*$|^.*\S {2,}\S.*$/gm, '\n'),
  }));
}

/** The title in a call such as `test('…')`, `it.fails('…')` or `test.each(rows)('…')`. */
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
