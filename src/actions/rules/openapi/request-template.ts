import { isExactNumber } from '../../../lib/exact-json.ts';
import type { ActionParameter } from '../../records/action.ts';
import { MAX_PARAMETERS } from '../../../conversations/records/offered-action.ts';
import { jsonSchemaOf, textIn, type ApiDocument, type ApiNode } from './api-document.ts';
import {
  alternativeLists,
  givenValue,
  optionsOf,
  parameterType,
  plainSchema,
  typeOf,
} from './schema-types.ts';
import { cutTo, labelOf, parameterName } from './words.ts';

interface RequestTemplate {
  path: string;
  /** With its question mark, or empty. */
  query: string;
  body?: string;
  parameters: ActionParameter[];
  /** Texts about the parts that are left out. */
  notes: string[];
  /** Set if the operation cannot be called. */
  problem?: string;
}

interface Place {
  in: 'path' | 'query' | 'body';
  /** The name in the query, or the names of the properties. */
  at: readonly string[];
}
interface Candidate extends Place {
  parameter: ActionParameter;
}
/** A value that is the same in each request, written into the template. */
interface Literal extends Place {
  value: unknown;
}

/** The maximum number of values that are considered, of which an action takes MAX_PARAMETERS. */
const MAX_CANDIDATES = 500;
/** The maximum nesting of objects in a body. */
const MAX_DEPTH = 3;

/** Converts the parameters and the body of an operation to a URL template, a body template and parameters. */
export function requestTemplate(
  document: ApiDocument,
  path: string,
  item: ApiNode,
  operation: ApiNode,
): RequestTemplate {
  const notes: string[] = [];
  const problems: string[] = [];
  const candidates: Candidate[] = [];
  const literals: Literal[] = [];
  const names = new Set<string>();

  function add(place: Place, value: unknown, isRequired: boolean, description: string | undefined): void {
    const [name = ''] = place.at.slice(-1);
    const schema = plainSchema(document, value);
    const given = schema && isRequired ? givenValue(document, schema) : undefined;
    if (given && isWritable(place, given.value)) {
      literals.push({ ...place, value: given.value });
      notes.push(`${name} is always ${cutTo(textOf(given.value), 100)}.`);
      return;
    }
    const isOver = candidates.length >= MAX_CANDIDATES;
    const type = !isOver && schema && parameterType(document, schema, place.in !== 'body');
    if (!type) {
      if (isRequired) problems.push(`It needs ${name}, which is neither a text nor a number.`);
      else notes.push(`Left out: ${name}.`);
      return;
    }
    const allowed = type.kind === 'number' ? optionsOf(document, schema) : [];
    if (allowed.length > 0) {
      notes.push(`${name} is one of ${cutTo(allowed.join(', '), 200)}; any number between is accepted.`);
    }
    const own = parameterName(place.at.join('_'), names);
    names.add(own);
    candidates.push({
      ...place,
      parameter: {
        name: own,
        label: labelOf(name),
        description: cutTo(
          [
            ...(allowed.length > 0 ? [`One of ${allowed.join(', ')}.`] : []),
            description ?? textIn(schema, 'description') ?? '',
          ].join(' '),
          300,
        ),
        type,
        source: { from: 'model' },
        required: isRequired,
      },
    });
  }

  function addProperties(schema: ApiNode, given: unknown, at: readonly string[], isRequired: boolean): void {
    const lists = alternativeLists(document, given);
    if (lists.length > 0) notes.push(`It needs one of: ${cutTo(lists.join('; '), 300)}.`);
    const required = new Set(document.list(schema, 'required'));
    for (const [name, value] of document.entries(schema, 'properties')) {
      const inner = plainSchema(document, value);
      if (!inner || inner['readOnly'] === true) continue;
      const isNeeded = isRequired && required.has(name);
      const place = [...at, name];
      if (typeOf(inner) === 'object' && place.length < MAX_DEPTH) {
        addProperties(inner, value, place, isNeeded);
      } else add({ in: 'body', at: place }, value, isNeeded, undefined);
    }
  }

  for (const parameter of parametersOf(document, item, operation)) {
    const name = textIn(parameter, 'name') ?? '';
    const place = textIn(parameter, 'in');
    const isRequired = parameter['required'] === true;
    if (place === 'path' || place === 'query') {
      add({ in: place, at: [name] }, parameter['schema'], isRequired, textIn(parameter, 'description'));
    } else if (isRequired) {
      notes.push(`It needs the ${place ?? ''} ${name}: set it as a header with a secret.`);
    } else {
      notes.push(`Left out: ${place ?? ''} ${name}.`);
    }
  }
  addBody(document.node(operation['requestBody']));
  return { ...inPlaces(path, { candidates, literals }, notes, problems), notes };

  function addBody(requestBody: ApiNode | undefined): void {
    const schema = requestBody && jsonSchemaOf(document, requestBody);
    const plain = schema && plainSchema(document, schema);
    if (plain && typeOf(plain) === 'object') {
      addProperties(plain, schema, [], true);
      return;
    }
    if (!requestBody) return;
    const isNeeded = requestBody['required'] === true || needsProperties(document, requestBody);
    const sentence = schema
      ? 'Its body is not a JSON object.'
      : `Its body is not JSON: ${typesOf(document, requestBody)}.`;
    if (isNeeded) problems.push(sentence);
    else notes.push(`Left out: the body. ${sentence}`);
  }
}

const typesOf = (document: ApiDocument, requestBody: ApiNode) =>
  document
    .entries(requestBody, 'content')
    .map(([type]) => cutTo(type, 100))
    .join(', ');

/** Whether a body of any media type has required properties. */
function needsProperties(document: ApiDocument, requestBody: ApiNode): boolean {
  return document.entries(requestBody, 'content').some(([, media]) => {
    const given = plainSchema(document, document.node(media)?.['schema']);
    return given !== undefined && document.list(given, 'required').length > 0;
  });
}

/** An address contains texts, numbers and booleans; a body any JSON. */
function isWritable(place: Place, value: unknown): boolean {
  if (place.in === 'body') return value !== undefined && !JSON.stringify(value).includes('{');
  const isScalar = typeof value === 'number' || typeof value === 'boolean' || isExactNumber(value);
  return typeof value === 'string' ? value !== '' : isScalar;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Parameters of the operation override those of its path (OpenAPI 3.1, 4.8.10). */
function parametersOf(document: ApiDocument, item: ApiNode, operation: ApiNode): ApiNode[] {
  const byPlace = new Map<string, ApiNode>();
  for (const value of [...document.list(item, 'parameters'), ...document.list(operation, 'parameters')]) {
    const parameter = document.node(value);
    if (parameter) byPlace.set(`${textIn(parameter, 'in')} ${textIn(parameter, 'name')}`, parameter);
  }
  return [...byPlace.values()];
}

/** Puts required parameters first, and leaves out those beyond the limit of an action. */
function inPlaces(
  path: string,
  { candidates, literals }: { candidates: readonly Candidate[]; literals: readonly Literal[] },
  notes: string[],
  problems: string[],
) {
  const required = candidates.filter(({ parameter }) => parameter.required);
  const optional = candidates.filter(({ parameter }) => !parameter.required);
  const left = optional.slice(Math.max(0, MAX_PARAMETERS - required.length));
  if (left.length > 0) notes.push(`Left out: ${left.map(({ parameter }) => parameter.name).join(', ')}.`);
  const used = [...required, ...optional].slice(0, MAX_PARAMETERS);
  if (required.length > MAX_PARAMETERS) problems.push(`It needs more than ${MAX_PARAMETERS} values.`);
  const written: (Place & { text: string; value: unknown })[] = [
    ...literals.map((one) => ({ ...one, text: encodeURIComponent(textOf(one.value)) })),
    ...used.map((one) => ({ ...one, text: `{${one.parameter.name}}`, value: `{${one.parameter.name}}` })),
  ];
  const query = written
    .filter((one) => one.in === 'query')
    .map(({ at, text }) => `${encodeURIComponent(at[0] ?? '')}=${text}`);
  const body = bodyOf(written.filter((one) => one.in === 'body'));
  const [problem] = problems;
  return {
    path: path.replaceAll(/\{([^{}]*)\}/g, (all, name: string) => {
      return written.find((one) => one.in === 'path' && one.at[0] === name)?.text ?? all;
    }),
    query: query.length > 0 ? `?${query.join('&')}` : '',
    ...(body !== undefined && { body }),
    parameters: used.map(({ parameter }) => parameter),
    ...(problem !== undefined && { problem }),
  };
}

/** A placeholder or a literal value, or the template of an object. */
type Template = Readonly<Record<string, unknown>>;

function bodyOf(written: readonly { at: readonly string[]; value: unknown }[]): string | undefined {
  if (written.length === 0) return undefined;
  return JSON.stringify(templateOf(written.map(({ at, value }) => [at, value])));
}

function templateOf(leaves: readonly (readonly [at: readonly string[], value: unknown])[]): Template {
  const names = new Set(leaves.map(([[name = '']]) => name));
  return Object.fromEntries(
    Array.from(names, (name) => {
      const own = leaves.filter(([[first]]) => first === name);
      const leaf = own.find(([at]) => at.length === 1);
      return [name, leaf ? leaf[1] : templateOf(own.map(([at, value]) => [at.slice(1), value] as const))];
    }),
  );
}
