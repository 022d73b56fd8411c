import { ASTUtils, AST_NODE_TYPES as Kind, type TSESLint, type TSESTree } from '@typescript-eslint/utils';

type SourceCode = Readonly<TSESLint.SourceCode>;

/** Anything called on one of these is a log statement: `log.info`, `options.auditLogger.write`, `console.log.call`. */
const LOG = /^(console|log|logger|telemetry)$|[a-z\d](Log|Logger|Telemetry)$/;
const STREAM = /^(stdout|stderr)$/;
const CONTEXT = /^(ctx|context)$|[a-z\d]Context$/;
const CONTEXT_METHOD = /^(debug|error|info|log|trace|warn)$/;
const TRACKING =
  /^(emitWarning|track(Availability|Dependency|Event|Exception|Metric|PageView|Request|Trace))$/;

/** The variable that an identifier means, where the file declares it. */
export function variableOf(
  node: TSESTree.Identifier,
  sourceCode: SourceCode,
): TSESLint.Scope.Variable | null {
  return ASTUtils.findVariable(sourceCode.getScope(node), node);
}

/** The names of a chain of members from its beginning: `context.log.bind(context)` is context, log, bind. */
function path(node: TSESTree.Node, sourceCode: SourceCode): string[] {
  switch (node.type) {
    case Kind.Identifier: {
      const definition = variableOf(node, sourceCode)?.defs[0]?.node;
      const alias = definition?.type === Kind.VariableDeclarator ? definition.init : undefined;
      return alias?.type === Kind.MemberExpression ? path(alias, sourceCode) : [node.name];
    }
    case Kind.MemberExpression: {
      const name = ASTUtils.getPropertyName(node, sourceCode.getScope(node)) ?? '';
      return [...path(node.object, sourceCode), name];
    }
    case Kind.CallExpression:
      return path(node.callee, sourceCode);
    case Kind.ChainExpression:
    case Kind.TSNonNullExpression:
      return path(node.expression, sourceCode);
    default:
      return [];
  }
}

/** Decides whether a call writes to a log, the console, a standard stream or telemetry. */
export function isLogStatement(call: TSESTree.CallExpression, sourceCode: SourceCode): boolean {
  const names = path(call.callee, sourceCode);
  const last = names.at(-1) ?? '';
  const owners = names.slice(0, -1);
  return (
    TRACKING.test(last) ||
    (owners.length === 0 && /^(log|logger)$/.test(last)) ||
    (owners.some((owner) => STREAM.test(owner)) && last === 'write') ||
    owners.some(
      (owner, at) => LOG.test(owner) || (CONTEXT.test(owner) && CONTEXT_METHOD.test(names[at + 1] ?? '')),
    )
  );
}
