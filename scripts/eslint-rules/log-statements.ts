import { ASTUtils, AST_NODE_TYPES as Kind, type TSESLint, type TSESTree } from '@typescript-eslint/utils';

type SourceCode = Readonly<TSESLint.SourceCode>;
/** A member chain: `context.log.bind(context)` is context, log, bind. */
type Path = readonly string[];

/** Names of loggers. A call on one is a log statement: `log.info`, `options.auditLogger.write`. */
const LOG = /^(console|Console|log|logger|telemetry)$|[a-z\d](Log|Logger|Telemetry)$/;
const STREAM = /^(stdout|stderr)$/;
const CONTEXT = /^(ctx|context)$|[a-z\d]Context$/;
const CONTEXT_METHOD = /^(debug|error|info|log|trace|warn)$/;
const TRACKING =
  /^(debuglog|emitWarning|track(Availability|Dependency|Event|Exception|Metric|PageView|Request|Trace))$/;
/** Parts of names that occur in every log statement, as a name or string in the file. */
const LOG_NAME_PART = /console|log|telemetry|stdout|stderr|context|ctx|emitwarning|track|writesync/i;
/** The most aliases that are followed. */
const MAX_DEPTH = 6;

/** The variable of an identifier, if the file declares it. */
export function variableOf(
  node: TSESTree.Identifier,
  sourceCode: SourceCode,
): TSESLint.Scope.Variable | null {
  return ASTUtils.findVariable(sourceCode.getScope(node), node);
}

/** All member chains that an expression can resolve to. Aliases resolve to their values. */
function pathsOf(node: TSESTree.Node, sourceCode: SourceCode, depth = 0): Path[] {
  const of = (part: TSESTree.Node) => pathsOf(part, sourceCode, depth);
  switch (node.type) {
    case Kind.Identifier: {
      const variable = depth < MAX_DEPTH ? variableOf(node, sourceCode) : null;
      return [[node.name], ...(variable ? valuesOf(variable, sourceCode, depth + 1) : [])];
    }
    case Kind.MemberExpression: {
      const name = ASTUtils.getPropertyName(node, sourceCode.getScope(node)) ?? '';
      const owners = of(node.object);
      return owners.length === 0 ? [[name]] : owners.map((owner) => [...owner, name]);
    }
    case Kind.CallExpression:
    case Kind.NewExpression:
      return of(node.callee);
    case Kind.ChainExpression:
    case Kind.TSNonNullExpression:
    case Kind.TSAsExpression:
    case Kind.TSSatisfiesExpression:
      return of(node.expression);
    case Kind.ConditionalExpression:
      return [...of(node.consequent), ...of(node.alternate)];
    case Kind.LogicalExpression:
      return [...of(node.left), ...of(node.right)];
    case Kind.SequenceExpression:
      return of(node.expressions.at(-1) ?? node);
    default:
      return [];
  }
}

/** The values of a variable: from its declaration, import, destructuring, default and assignments. */
function valuesOf(variable: TSESLint.Scope.Variable, sourceCode: SourceCode, depth: number): Path[] {
  const written = variable.references.flatMap(({ writeExpr }) => {
    const key = writeExpr ? destructuredFrom(variable, sourceCode) : undefined;
    const paths = writeExpr ? pathsOf(writeExpr, sourceCode, depth) : [];
    return key === undefined ? paths : paths.map((path) => [...path, key]);
  });
  const imported = variable.defs.flatMap(({ node, parent }) => {
    if (parent?.type !== Kind.ImportDeclaration) return [];
    const module = parent.source.value.replace(/^node:/, '');
    return node.type === Kind.ImportSpecifier ? [[module, importedName(node)]] : [[module]];
  });
  return [...written, ...imported];
}

function importedName({ imported }: TSESTree.ImportSpecifier): string {
  return imported.type === Kind.Identifier ? imported.name : imported.value;
}

/** The key from which a destructuring pattern reads a variable; undefined if it reads the whole value. */
function destructuredFrom(variable: TSESLint.Scope.Variable, sourceCode: SourceCode): string | undefined {
  const [name] = variable.identifiers;
  const target = name?.parent.type === Kind.AssignmentPattern ? name.parent.parent : name?.parent;
  if (!name || target?.type !== Kind.Property || target.parent.type !== Kind.ObjectPattern) return undefined;
  return ASTUtils.getPropertyName(target, sourceCode.getScope(name)) ?? undefined;
}

function writesLog(names: Path): boolean {
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

/** Whether a call is `writeSync(1, …)` or `writeSync(2, …)`, which write to the standard streams. */
function writesDescriptor({ arguments: [descriptor] }: TSESTree.CallExpression, names: Path): boolean {
  return (
    names.at(-1) === 'writeSync' &&
    descriptor?.type === Kind.Literal &&
    (descriptor.value === 1 || descriptor.value === 2)
  );
}

/** Whether a file's text can contain a log statement. Most files need not be parsed. */
export function mayLog(text: string): boolean {
  return LOG_NAME_PART.test(text);
}

/** Whether a call writes to a log, the console, a standard stream or telemetry. */
export function isLogStatement(call: TSESTree.CallExpression, sourceCode: SourceCode): boolean {
  return pathsOf(call.callee, sourceCode).some((names) => writesLog(names) || writesDescriptor(call, names));
}

/**
 * Whether a call passes on a log method, as in `rows.forEach(console.log)`, so that its values are logged.
 */
export function passesLog(call: TSESTree.CallExpression, sourceCode: SourceCode): boolean {
  return call.arguments.some(
    (argument) =>
      (argument.type === Kind.MemberExpression || argument.type === Kind.Identifier) &&
      pathsOf(argument, sourceCode).some((names) => names.length > 1 && writesLog(names)),
  );
}
