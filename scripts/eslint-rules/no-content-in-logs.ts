import {
  ASTUtils,
  AST_NODE_TYPES as Kind,
  ESLintUtils,
  type TSESLint,
  type TSESTree,
} from '@typescript-eslint/utils';
import { isAddressPart, isContent, isContentKey } from './content-names.ts';
import { isLogStatement, passesLog, variableOf } from './log-statements.ts';

type Node = TSESTree.Node;
type SourceCode = Readonly<TSESLint.SourceCode>;

/** Content that a log statement names. */
interface Mention {
  node: Node;
  name: string;
}

/**
 * Refuses log statements that name content: message bodies, e-mail addresses, display names, session ids. It
 * checks names instead of types, so it needs no type information. String literals are never content
 * (docs/rules.md, Logging).
 */
export const noContentInLogs = ESLintUtils.RuleCreator.withoutDocs<[], 'content'>({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      content: 'A log statement must not name content ("{{name}}"). Log a code, a count or a duration.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      CallExpression(call) {
        for (const logged of loggedNodes(call, sourceCode)) {
          for (const { node, name } of mentions(logged, sourceCode)) {
            context.report({ node, messageId: 'content', data: { name } });
          }
        }
      },
    };
  },
});

/** The logged nodes of a call: its arguments, or the whole call if it passes on a log method. */
function loggedNodes(call: TSESTree.CallExpression, sourceCode: SourceCode): Node[] {
  if (isLogStatement(call, sourceCode)) return call.arguments;
  return passesLog(call, sourceCode) ? [call.callee, ...call.arguments] : [];
}

/** All mentions of content in a logged expression. */
function* mentions(node: Node, sourceCode: SourceCode): Generator<Mention> {
  switch (node.type) {
    case Kind.Identifier: {
      const name = isContent(node.name) ? node.name : contentBehind(node, sourceCode, new Set());
      if (name !== undefined) yield { node, name };
      return;
    }
    case Kind.MemberExpression: {
      const name = memberName(node, sourceCode);
      if (name !== undefined && isContent(name, ownerName(node.object, sourceCode))) yield { node, name };
      else if (!readsOneField(node, name)) yield* mentions(node.object, sourceCode);
      if (node.computed) yield* mentions(node.property, sourceCode);
      return;
    }
    case Kind.Property: {
      const key = ASTUtils.getPropertyName(node, sourceCode.getScope(node));
      if (key !== null && isContentKey(key) && !isFixed(node.value)) {
        yield { node: node.key, name: key };
        return;
      }
      if (node.computed) yield* mentions(node.key, sourceCode);
      yield* mentions(node.value, sourceCode);
      return;
    }
    default:
      for (const child of children(node, sourceCode)) yield* mentions(child, sourceCode);
  }
}

/**
 * The name of the content that was assigned to a variable by a declaration, destructuring, loop or
 * assignment. Values are followed through copies, but not through function results.
 */
function contentBehind(
  node: TSESTree.Identifier,
  sourceCode: SourceCode,
  seen: Set<unknown>,
): string | undefined {
  const variable = variableOf(node, sourceCode);
  if (!variable || seen.has(variable)) return undefined;
  seen.add(variable);
  for (const { name } of variable.defs) {
    const taken = destructuredKey(name, sourceCode);
    if (taken && isContent(taken.key, taken.owner)) return taken.key;
    if (taken) return undefined;
  }
  for (const { writeExpr } of variable.references) {
    const name = writeExpr ? contentOf(writeExpr, sourceCode, seen) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The name of the content in an expression's value. */
function contentOf(node: Node, sourceCode: SourceCode, seen: Set<unknown>): string | undefined {
  const first = (...parts: (Node | null)[]): string | undefined => {
    for (const part of parts) {
      const name = part ? contentOf(part, sourceCode, seen) : undefined;
      if (name !== undefined) return name;
    }
    return undefined;
  };
  switch (node.type) {
    case Kind.Identifier:
      return isContent(node.name) ? node.name : contentBehind(node, sourceCode, seen);
    case Kind.MemberExpression: {
      const name = memberName(node, sourceCode);
      if (name !== undefined && isContent(name, ownerName(node.object, sourceCode))) return name;
      return readsOneField(node, name) ? undefined : first(node.object);
    }
    case Kind.CallExpression: {
      const copies = /^(String|JSON\.stringify|structuredClone)$/.test(sourceCode.getText(node.callee));
      return copies ? first(...node.arguments) : first(node.callee);
    }
    case Kind.NewExpression:
      return sourceCode.getText(node.callee) === 'URL' ? first(...node.arguments) : undefined;
    case Kind.ConditionalExpression:
      return first(node.consequent, node.alternate);
    case Kind.Property:
      return first(node.value);
    case Kind.ArrayExpression:
    case Kind.AssignmentExpression:
    case Kind.AwaitExpression:
    case Kind.BinaryExpression:
    case Kind.ChainExpression:
    case Kind.LogicalExpression:
    case Kind.ObjectExpression:
    case Kind.SpreadElement:
    case Kind.TemplateLiteral:
    case Kind.TSAsExpression:
    case Kind.TSNonNullExpression:
    case Kind.TSSatisfiesExpression:
      return first(...children(node, sourceCode));
    default:
      return undefined;
  }
}

/**
 * `{ message: m } = body` gives m the key `message` of the owner `body`. Undefined for a name that is bound
 * to the whole value.
 */
function destructuredKey(name: Node, sourceCode: SourceCode): { key: string; owner?: string } | undefined {
  let { parent } = name;
  if (parent?.type === Kind.AssignmentPattern) ({ parent } = parent);
  if (parent?.type !== Kind.Property || parent.parent.type !== Kind.ObjectPattern) return undefined;
  const key = ASTUtils.getPropertyName(parent, sourceCode.getScope(name));
  if (key === null) return undefined;
  const whole = parent.parent.parent;
  const given = whole.type === Kind.VariableDeclarator ? whole.init : null;
  const owner = given ? ownerName(given, sourceCode) : undefined;
  return { key, ...(owner !== undefined && { owner }) };
}

/**
 * `session.status` and `content.length` read one harmless field; `content.trim()` and `session[field]` do
 * not.
 */
function readsOneField(node: TSESTree.MemberExpression, name: string | undefined): boolean {
  const called = node.parent.type === Kind.CallExpression && node.parent.callee === node;
  const owner = node.object.type;
  const harmless = name !== undefined && !isAddressPart(name);
  return harmless && !called && (owner === Kind.Identifier || owner === Kind.MemberExpression);
}

function memberName(node: TSESTree.MemberExpression, sourceCode: SourceCode): string | undefined {
  return ASTUtils.getPropertyName(node, sourceCode.getScope(node)) ?? undefined;
}

/** The name of a member's object. A variable that only renames another has the other's name. */
function ownerName(node: Node, sourceCode: SourceCode): string | undefined {
  if (node.type === Kind.MemberExpression) return memberName(node, sourceCode);
  if (node.type === Kind.TSNonNullExpression || node.type === Kind.ChainExpression) {
    return ownerName(node.expression, sourceCode);
  }
  if (node.type !== Kind.Identifier) return undefined;
  const definition = variableOf(node, sourceCode)?.defs[0]?.node;
  const renamed = definition?.type === Kind.VariableDeclarator && definition.id.type === Kind.Identifier;
  return (renamed && definition.init && ownerName(definition.init, sourceCode)) || node.name;
}

/** Whether a node is a literal, which is not content. */
function isFixed(node: Node): boolean {
  return node.type === Kind.Literal || (node.type === Kind.TemplateLiteral && node.expressions.length === 0);
}

/** The evaluated child nodes, without types. */
function children(node: Node, sourceCode: SourceCode): Node[] {
  const keys = sourceCode.visitorKeys[node.type] ?? [];
  const evaluated = keys.filter(
    (key) => !/^(typeAnnotation|typeArguments|typeParameters|returnType)$/.test(key),
  );
  return evaluated
    .flatMap((key) => Reflect.get(node, key) as Node | (Node | null)[] | null)
    .filter((child) => child != null);
}
