import { charge } from './charges.ts';
import type { ContainerDefinition, View } from './container.ts';
import { missingIndex } from './indexes.ts';
import { parse, project, select, valueAt, type Document, type Parameter, type Statement } from './sql.ts';

const EVERY_RANGE = [{ min: '', max: 'FF', isMinInclusive: true, isMaxInclusive: false }];
const ORDER_FILTER = '{documentdb-formattableorderbyquery-filter}';

interface QuerySpec {
  query: string;
  parameters: Parameter[];
}

/** The target of a query: one logical partition, one physical one, or the account as a whole. */
interface Scope {
  partition?: string | undefined;
  range?: string | undefined;
}

/** An answer with a body, and what it is charged. */
interface QueryAnswer {
  status: number;
  body: unknown;
  charge: number;
}

const needsPlan = ({ orderBy, projection, top }: Statement) =>
  orderBy !== undefined || projection.kind === 'count' || top !== undefined;

/** The plan by which a client spreads a query over partitions and merges what they answer. */
export function queryPlan({ query, parameters }: QuerySpec): unknown {
  const statement = parse(query);
  const { orderBy, projection, top } = statement;
  const limit = parameters.find(({ name }) => name === top)?.value;
  return {
    partitionedQueryExecutionInfoVersion: 2,
    queryInfo: {
      distinctType: 'None',
      top: limit ?? null,
      offset: null,
      limit: null,
      orderBy: orderBy ? [orderBy.descending ? 'Descending' : 'Ascending'] : [],
      orderByExpressions: orderBy ? [orderBy.expression] : [],
      groupByExpressions: [],
      groupByAliases: [],
      aggregates: projection.kind === 'count' ? ['Count'] : [],
      groupByAliasToAggregateType: {},
      rewrittenQuery: needsPlan(statement) ? rewritten(statement) : '',
      hasSelectValue: projection.kind === 'count',
      hasNonStreamingOrderBy: false,
    },
    queryRanges: EVERY_RANGE,
  };
}

/** The query for one partition: its answer also has the values that the client needs to merge. */
function rewritten({ text }: Statement): string {
  return `/* partial */ ${text} /* AND ${ORDER_FILTER} */`;
}

/** The query that a rewritten one came from. */
function original(text: string): { text: string; partial: boolean } {
  const found = /^\/\* partial \*\/ (.*) \/\* AND true \*\/$/s.exec(text);
  return found ? { text: found[1] ?? '', partial: true } : { text, partial: false };
}

/**
 * Answers a query; one that concerns several partitions is refused, with the hint that makes a client ask for
 * a plan.
 */
export function runQuery(
  from: View,
  definition: ContainerDefinition,
  { query, parameters }: QuerySpec,
  scope: Scope,
): QueryAnswer {
  const { text, partial } = original(query);
  const statement = parse(text);
  if (scope.partition === undefined && scope.range === undefined) {
    const message = 'Cross partition query only supports what needs no merging.';
    return { status: 400, body: { code: 'BadRequest', message, additionalErrorInfo: '{}' }, charge: 0 };
  }
  const missing = missingIndex(statement, definition);
  if (missing !== undefined) {
    const message = `There is no index for ${missing}.`;
    return { status: 400, body: { code: 'BadRequest', message }, charge: 0 };
  }
  const documents = scope.partition === undefined ? from.range(scope.range) : from.partition(scope.partition);
  const found = select(statement, documents, parameters);
  const bytes = Buffer.byteLength(JSON.stringify(found));
  const Documents = partial ? partialResults(statement, found) : project(statement, found);
  const body = { _rid: definition.id, Documents, _count: Documents.length };
  return { status: 200, body, charge: charge.query(found.length, bytes) };
}

function partialResults(statement: Statement, found: readonly Document[]): unknown[] {
  const { orderBy } = statement;
  const projected = project(statement, found);
  if (!orderBy) return [projected.map((item) => ({ item }))];
  return found.map((document, n) => ({
    _rid: document['_rid'],
    orderByItems: [{ item: valueAt(document, orderBy.path) }],
    payload: projected[n],
  }));
}
