import { stemmer } from 'stemmer';

/** A JSON document as the service keeps it. */
export type Document = Record<string, unknown> & { id: string };

export interface Parameter {
  name: string;
  value: unknown;
}

type Test = (document: Document, parameters: ReadonlyMap<string, unknown>) => boolean;
type Projection = { kind: 'all' } | { kind: 'count' } | { kind: 'fields'; fields: Field[] };
interface Field {
  alias: string;
  /** The function over it; absent for the value itself. */
  aggregate?: 'COUNT' | 'SUM';
  path: readonly string[];
}

/** A query of the few shapes that are sent. */
export interface Statement {
  text: string;
  top?: string | undefined;
  projection: Projection;
  where: Test[];
  /** The paths whose full text is searched. */
  searched: string[];
  orderBy?: { path: readonly string[]; descending: boolean; expression: string } | undefined;
}

const SHAPE =
  /^SELECT (?:TOP (@\w+) )?(.+?) FROM c(?: WHERE (.+?))?(?: ORDER BY (c[.\w]+)(?: (ASC|DESC))?)?$/s;
const COMPARISON = /^c((?:\.\w+)+) (=|!=|<=|>=|<|>) (@\w+|-?\d+)$/;
/** A list of values that holds a property, or does not where the document has a status. */
const LIST =
  /^(?:\(c\.status != '(\w+)' OR )?(NOT )?ARRAY_CONTAINS\((@\w+), c((?:\.\w+)+(?: \?\? c(?:\.\w+)+)*)( \?\? '')?\)\)?$/;
/** A property that is a list and holds a value. */
const HOLDS = /^ARRAY_CONTAINS\(c((?:\.\w+)+), (@\w+)\)$/;
const OPERATORS: Record<string, (a: string | number, b: string | number) => boolean> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** The words that Lucene's English analyzer leaves out; the service names it as its analyzer. */
const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/**
 * The terms of a text as an English index has them: split at signs and between Han characters, stemmed,
 * without stop words.
 */
function analyzed(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const words = text.toLowerCase().match(/\p{Script=Han}|[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+/gv) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map((word) => stemmer(word));
}

/**
 * Reads a query; everything that is not one of the shapes is an error, as a syntax error is for the service.
 */
export function parse(text: string): Statement {
  const found = SHAPE.exec(text.replace(/\s+/g, ' ').trim());
  if (!found) throw new SyntaxError(`Not a shape that is known: ${text}`);
  const [, top, projected = '', condition, order, direction] = found;
  return {
    text,
    top,
    projection: projection(projected),
    where: condition === undefined ? [] : condition.split(' AND ').map(test),
    searched: Array.from((condition ?? '').matchAll(/FullText\w+\(c((?:\.\w+)+)/g), ([, path = '']) =>
      path.replaceAll('.', '/'),
    ),
    orderBy:
      order === undefined
        ? undefined
        : { path: order.split('.').slice(1), descending: direction === 'DESC', expression: order },
  };
}

function projection(text: string): Projection {
  if (text === '*') return { kind: 'all' };
  if (text === 'VALUE COUNT(1)') return { kind: 'count' };
  const fields = text.split(', ').map((part): Field => {
    const aggregate = /^(COUNT|SUM)\((?:1|c((?:\.\w+)+))\) AS (\w+)$/.exec(part);
    if (aggregate) {
      const [, name, path = '', alias = ''] = aggregate;
      return { alias, path: path.split('.').slice(1), aggregate: name === 'COUNT' ? 'COUNT' : 'SUM' };
    }
    const plain = /^c((?:\.\w+)+)(?: AS (\w+))?$/.exec(part);
    if (!plain) throw new SyntaxError(`Not a field: ${part}`);
    const path = (plain[1] ?? '').split('.').slice(1);
    return { alias: plain[2] ?? path.at(-1) ?? '', path };
  });
  return { kind: 'fields', fields };
}

function test(text: string): Test {
  const comparison = COMPARISON.exec(text);
  if (comparison) return comparing(comparison);
  const defined = /^IS_DEFINED\(c((?:\.\w+)+)\)$/.exec(text);
  if (defined) {
    const keys = (defined[1] ?? '').split('.').slice(1);
    return (document) => valueAt(document, keys) !== undefined;
  }
  const holds = HOLDS.exec(text);
  if (holds) return holding(holds[1] ?? '', holds[2] ?? '');
  const list = LIST.exec(text);
  if (list) {
    const [, status, not, name = '', path = '', fallback] = list;
    const paths = path.split(' ?? c').map((one) => one.split('.').slice(1));
    return (document, parameters) => {
      if (status !== undefined && valueAt(document, ['status']) !== status) return true;
      const found = paths.map((keys) => valueAt(document, keys)).find((one) => one !== undefined);
      const value = found ?? (fallback === undefined ? undefined : '');
      const values = parameters.get(name);
      // Three-valued logic: what is asked of an absent property is undefined, negated or not.
      if (value === undefined || !Array.isArray(values)) return false;
      return values.includes(value) === (not === undefined);
    };
  }
  const contains = /^FullTextContains(All|Any)\(c((?:\.\w+)+), (.+)\)$/.exec(text);
  if (!contains) throw new SyntaxError(`Not a condition: ${text}`);
  const [, which, path = '', names = ''] = contains;
  const keys = path.split('.').slice(1);
  const words = names.split(', ');
  return (document, parameters) => {
    const terms = new Set(analyzed(valueAt(document, keys)));
    const has = (word: string) => {
      const wanted = analyzed(parameters.get(word));
      return wanted.length > 0 && wanted.every((term) => terms.has(term));
    };
    return which === 'All' ? words.every(has) : words.some(has);
  };
}

/** A property is equal to a value, or comes before or after it. */
function comparing([, path = '', operator = '', operand = '']: RegExpExecArray): Test {
  const keys = path.split('.').slice(1);
  return (document, parameters) => {
    const left = valueAt(document, keys);
    const right = operand.startsWith('@') ? parameters.get(operand) : Number(operand);
    // Values of different types are never equal, and never in an order.
    return isComparable(left) && isComparable(right) && typeof left === typeof right
      ? (OPERATORS[operator]?.(left, right) ?? false)
      : false;
  };
}

/** A list at a path holds the value of a parameter. */
function holding(path: string, name: string): Test {
  const keys = path.split('.').slice(1);
  return (document, parameters) => {
    const values = valueAt(document, keys);
    return Array.isArray(values) && values.includes(parameters.get(name));
  };
}

function isComparable(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The value at a path, or undefined. */
export function valueAt(document: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return document;
  if (typeof document !== 'object' || document === null) return undefined;
  return valueAt(new Map(Object.entries(document)).get(key), rest);
}

/** The documents that a query finds, in its order, before anything is projected. */
export function select(
  statement: Statement,
  documents: readonly Document[],
  parameters: readonly Parameter[],
): Document[] {
  const values = new Map(parameters.map(({ name, value }) => [name, value]));
  const found = documents.filter((document) => statement.where.every((holds) => holds(document, values)));
  const { orderBy } = statement;
  if (orderBy) {
    const sign = orderBy.descending ? -1 : 1;
    found.sort((a, b) => sign * compare(valueAt(a, orderBy.path), valueAt(b, orderBy.path)));
  }
  const top = statement.top === undefined ? undefined : values.get(statement.top);
  return typeof top === 'number' ? found.slice(0, top) : found;
}

function compare(a: unknown, b: unknown): number {
  if (!isComparable(a) || !isComparable(b)) return 0;
  return Number(a > b) - Number(a < b);
}

/** The answer for the found documents. */
export function project({ projection: wanted }: Statement, found: readonly Document[]): unknown[] {
  if (wanted.kind === 'all') return [...found];
  if (wanted.kind === 'count') return [found.length];
  const { fields } = wanted;
  const one = (value: (field: Field) => unknown) =>
    Object.fromEntries(
      fields.map((field) => [field.alias, value(field)] as const).filter(([, v]) => v !== undefined),
    );
  if (!fields.some(({ aggregate }) => aggregate)) {
    return found.map((document) => one(({ path }) => valueAt(document, path)));
  }
  return [
    one(({ aggregate, path }) => {
      if (aggregate === 'COUNT') return found.length;
      const numbers = found.map((document) => valueAt(document, path)).filter((v) => typeof v === 'number');
      return numbers.reduce((sum, value) => sum + value, 0);
    }),
  ];
}
