import { MAX_ANSWER_FIELDS, type AnswerField } from '../../records/action.ts';
import { jsonSchemaOf, textIn, type ApiDocument, type ApiNode } from './api-document.ts';
import { plainSchema, typeOf } from './schema-types.ts';
import { cutTo, labelOf } from './words.ts';

/** The maximum nesting of objects and lists. */
const MAX_DEPTH = 4;
const MAX_LENGTH = 200;
/** Property names that a path can contain: without dots and brackets. */
const PATH_NAME = /^[^.[\]]+$/;

/** The fields of an answer that are chosen for an action, with texts about the others. */
interface AnswerChoice {
  fields: AnswerField[];
  notes: string[];
}

/**
 * The fields of a successful response; one field for a response that is a single value. Those of an operation
 * for one record, which has a parameter in its path, are only named: an admin chooses what its visitor may
 * see.
 */
export function answerFields(
  document: ApiDocument,
  operation: ApiNode,
  { path, isLookup }: { path: string; isLookup: boolean },
): AnswerChoice {
  const responses = document.entries(operation, 'responses');
  const [, success] =
    responses.find(([status]) => /^2/.test(status)) ??
    responses.find(([status]) => status === 'default') ??
    [];
  const answer = document.node(success);
  const schema = answer && jsonSchemaOf(document, answer);
  const plain = schema && plainSchema(document, schema);
  const fields = plain ? fieldsOf(document, plain, '', -1) : [];
  if (fields.length === 0) {
    return {
      fields,
      notes: isLookup ? ['Its answer is not described: add the fields that it may tell.'] : [],
    };
  }
  if (path.includes('{')) {
    const paths = fields.map((field) => (field.path === '' ? 'the whole answer' : field.path));
    return {
      fields: [],
      notes: [`No field of its answer is chosen. It has ${cutTo(paths.join(', '), 300)}.`],
    };
  }
  const left = fields.slice(MAX_ANSWER_FIELDS);
  return {
    fields: fields.slice(0, MAX_ANSWER_FIELDS),
    notes:
      left.length === 0
        ? []
        : [`Left out of its answer: ${cutTo(left.map((it) => it.path).join(', '), 300)}.`],
  };
}

function leaves(document: ApiDocument, schema: ApiNode, above: string, depth: number): AnswerField[] {
  const named = document.entries(schema, 'properties').filter(([name]) => PATH_NAME.test(name));
  return named.flatMap(([name, value]) => {
    const property = plainSchema(document, value);
    if (!property || property['writeOnly'] === true) return [];
    return fieldsOf(document, property, above === '' ? name : `${above}.${name}`, depth);
  });
}

function fieldsOf(document: ApiDocument, schema: ApiNode, path: string, depth: number): AnswerField[] {
  if (depth >= MAX_DEPTH || path.length > 200) return [];
  switch (typeOf(schema)) {
    case 'object':
      return leaves(document, schema, path, depth + 1);
    case 'array': {
      const items = plainSchema(document, schema['items']);
      // Paths cannot describe lists of lists.
      return items && typeOf(items) !== 'array' ? fieldsOf(document, items, `${path}[]`, depth + 1) : [];
    }
    case undefined:
      // A response without a type may be anything.
      return path === '' ? [] : [fieldAt(path)];
    default:
      return [fieldAt(path)];
  }
}

function fieldAt(path: string): AnswerField {
  const isWhole = path === '' || path === '[]';
  return { path, label: isWhole ? 'Answer' : labelOf(path), maxLength: path === '' ? 2_000 : MAX_LENGTH };
}

/** The texts for visitors, from the descriptions of the 4xx responses. */
export function statusSentences(document: ApiDocument, operation: ApiNode) {
  return document.entries(operation, 'responses').flatMap(([status, value]) => {
    if (!/^4\d\d$/.test(status) || ['401', '403', '429'].includes(status)) return [];
    const description = textIn(document.node(value) ?? {}, 'description');
    return description === undefined ? [] : [{ status: Number(status), sentence: cutTo(description, 200) }];
  });
}
