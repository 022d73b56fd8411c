import { MAX_ANSWER_FIELDS, type AnswerField } from '../../records/action.ts';
import { entriesIn, jsonSchemaOf, textIn, type ApiDocument, type ApiNode } from './api-document.ts';
import { plainSchema, typeOf } from './schema-types.ts';
import { cutTo, labelOf } from './words.ts';

/** The maximum nesting of objects and lists. */
const MAX_DEPTH = 4;
const MAX_LENGTH = 200;
/** Property names that a path can contain: without dots and brackets. */
const PATH_NAME = /^[^.[\]]+$/;

/** The fields of a successful response; one field for the whole response if it is not an object. */
export function answerFields(document: ApiDocument, operation: ApiNode): AnswerField[] {
  const responses = entriesIn(operation, 'responses');
  const [, success] = responses.find(([status]) => /^2/.test(status)) ?? [];
  const answer = document.node(success);
  const schema = answer && jsonSchemaOf(document, answer);
  const plain = schema && plainSchema(document, schema);
  if (!plain) return [];
  if (typeOf(plain) !== 'object') return [{ path: '', label: 'Answer', maxLength: 2_000 }];
  return leaves(document, plain, '', 0).slice(0, MAX_ANSWER_FIELDS);
}

function leaves(document: ApiDocument, schema: ApiNode, above: string, depth: number): AnswerField[] {
  const named = entriesIn(schema, 'properties').filter(([name]) => PATH_NAME.test(name));
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
    default:
      return [{ path, label: labelOf(path), maxLength: MAX_LENGTH }];
  }
}

/** The texts for visitors, from the descriptions of the 4xx responses. */
export function statusSentences(document: ApiDocument, operation: ApiNode) {
  return entriesIn(operation, 'responses').flatMap(([status, value]) => {
    if (!/^4\d\d$/.test(status) || ['401', '403', '429'].includes(status)) return [];
    const description = textIn(document.node(value) ?? {}, 'description');
    return description === undefined ? [] : [{ status: Number(status), sentence: cutTo(description, 200) }];
  });
}
