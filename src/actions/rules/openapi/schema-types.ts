import { isExactNumber } from '../../../lib/exact-json.ts';
import type { ParameterType } from '../../records/action.ts';
import { patternProblem } from '../patterns.ts';
import { isApiNode, textIn, type ApiDocument, type ApiNode } from './api-document.ts';

/** The maximum nesting of `allOf`, `anyOf` and `oneOf`. */
const MAX_PARTS = 20;
const MAX_TEXT = 1_000;
const MAX_OPTIONS = 50;
const MAX_OPTION = 100;

/**
 * Resolves references and combinations of a schema. Of alternatives the first that is not null is used, in
 * addition to the schema's own properties.
 */
export function plainSchema(document: ApiDocument, value: unknown, depth = 0): ApiNode | undefined {
  const schema = document.node(value);
  if (!schema || depth > MAX_PARTS) return undefined;
  const parts = document
    .list(schema, 'allOf')
    .slice(0, MAX_PARTS)
    .map((part) => plainSchema(document, part, depth + 1) ?? {});
  if (parts.length > 0) {
    return {
      ...Object.fromEntries([...parts, schema].flatMap((part) => document.entries(part))),
      allOf: undefined,
      properties: Object.fromEntries(
        [...parts, schema].flatMap((part) => document.entries(part, 'properties')),
      ),
      required: [...parts, schema].flatMap((part) => document.list(part, 'required')),
    };
  }
  const alternatives = [...document.list(schema, 'oneOf'), ...document.list(schema, 'anyOf')].slice(
    0,
    MAX_PARTS,
  );
  for (const alternative of alternatives) {
    const plain = plainSchema(document, alternative, depth + 1);
    if (plain && typeOf(plain) !== 'null') {
      return isApiNode(schema['properties']) ? joined(document, schema, plain) : plain;
    }
  }
  return schema;
}

/** A schema with properties, and its chosen alternative. */
function joined(document: ApiDocument, schema: ApiNode, alternative: ApiNode): ApiNode {
  const properties = document.entries(alternative, 'properties');
  return {
    ...alternative,
    ...schema,
    properties: Object.fromEntries([...properties, ...document.entries(schema, 'properties')]),
    // An alternative without properties only says which of the own ones go together.
    required: [
      ...document.list(schema, 'required'),
      ...(properties.length > 0 ? document.list(alternative, 'required') : []),
    ],
  };
}

/** The lists of properties of which one has to be given, from alternatives that have nothing else. */
export function alternativeLists(document: ApiDocument, value: unknown): string[] {
  const schema = document.node(value) ?? {};
  const alternatives = [...document.list(schema, 'oneOf'), ...document.list(schema, 'anyOf')].slice(
    0,
    MAX_PARTS,
  );
  return alternatives.flatMap((alternative) => {
    const { required, ...others } = document.node(alternative) ?? {};
    const isList = Array.isArray(required) && Object.keys(others).length === 0;
    return isList ? [required.filter((name) => typeof name === 'string').join(' and ')] : [];
  });
}

/** The value that a schema fixes: the only allowed one, or the default. */
export function givenValue(document: ApiDocument, schema: ApiNode): { value: unknown } | undefined {
  const options = document.list(schema, 'enum');
  if (Object.hasOwn(schema, 'const')) return { value: schema['const'] };
  if (options.length === 1) return { value: options[0] };
  return Object.hasOwn(schema, 'default') ? { value: schema['default'] } : undefined;
}

/** The type of a schema; of several types (OpenAPI 3.1) the first that is not null. */
export function typeOf(schema: ApiNode): string | undefined {
  const type = schema['type'];
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const [first] = types.filter((one) => one !== 'null');
  if (typeof first === 'string') return first;
  if (Array.isArray(type)) return 'null';
  return isApiNode(schema['properties']) ? 'object' : undefined;
}

/**
 * The type of a parameter; undefined for lists, objects and schemas without a type. `isText`: the value is
 * written as text, such as in a URL, so a boolean becomes a choice of `true` and `false`.
 */
export function parameterType(
  document: ApiDocument,
  schema: ApiNode,
  isText: boolean,
): ParameterType | undefined {
  const type = typeOf(schema);
  const options = optionsOf(document, schema);
  // YAML reads an unquoted option of a text as a number.
  const isChoice = isText || type === 'string' || options.every((option) => typeof option === 'string');
  if (options.length > 0 && isChoice && type !== 'boolean') return choice(options.map(String));
  switch (type) {
    case 'string':
      return textIn(schema, 'format') === 'date' ? { kind: 'date' } : textType(schema);
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        ...(type === 'integer' && { whole: true }),
        ...limitsOf(schema, options),
      };
    case 'boolean':
      return isText ? { kind: 'choice', options: ['true', 'false'] } : undefined;
    default:
      return undefined;
  }
}

/** The allowed values, without null and those that a parameter cannot have. */
export function optionsOf(document: ApiDocument, schema: ApiNode): (string | number)[] {
  const options = document.list(schema, 'enum');
  // A number that JavaScript would round can be no limit.
  if (options.some(isExactNumber)) return [];
  return options.filter((it) => typeof it === 'string' || typeof it === 'number');
}

/** The limits of a number, by its allowed values if it has some. */
function limitsOf(schema: ApiNode, options: readonly (string | number)[]) {
  const allowed = options.filter((option) => typeof option === 'number');
  const { minimum, maximum } =
    allowed.length > 0 ? { minimum: Math.min(...allowed), maximum: Math.max(...allowed) } : schema;
  return {
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
  };
}

function choice(options: readonly string[]): ParameterType {
  const usable = options.filter((option) => option.trim() !== '' && option.length <= MAX_OPTION);
  return usable.length > 0 && usable.length <= MAX_OPTIONS
    ? { kind: 'choice', options: usable }
    : { kind: 'text' };
}

/** A pattern in OpenAPI matches any part of a value, unless it has anchors. */
function textType(schema: ApiNode): ParameterType {
  const [, whole] = /^\^(.*)\$$/s.exec(textIn(schema, 'pattern') ?? '') ?? [];
  const isUsable =
    whole !== undefined && whole !== '' && whole.length <= 200 && patternProblem(whole) === undefined;
  const most = schema['maxLength'];
  const isLimit = typeof most === 'number' && Number.isInteger(most) && most >= 1 && most <= MAX_TEXT;
  return {
    kind: 'text',
    ...(isUsable && { pattern: whole }),
    ...(isLimit && { maxLength: most }),
  };
}
