import { isExactNumber, parseExactJson, type ExactNumber } from '../../lib/exact-json.ts';

/** A placeholder for the value of a parameter: `{orderNumber}`. */
const PLACEHOLDER = /\{([A-Za-z]\w{0,49})\}/g;

/** A JSON value whose texts may contain placeholders. */
export type JsonTemplate =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | readonly JsonTemplate[]
  | { readonly [name: string]: JsonTemplate };

/** The parts of a URL. Only `path` and the values of `query` may contain placeholders. */
interface AddressTemplate {
  /** As written, for example `https://api.example.com`. */
  origin: string;
  path: string;
  query: readonly { name: string; value: string }[];
}

/** The names of the placeholders in a text, in order, with duplicates. */
export function placeholders(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);
}

/** The name of the placeholder if the text is exactly one placeholder; otherwise undefined. */
export function onlyPlaceholder(text: string): string | undefined {
  return /^\{([A-Za-z]\w{0,49})\}$/.exec(text)?.[1];
}

/** Replaces each placeholder by its value. */
export function fill(text: string, valueOf: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_all, name: string) => valueOf(name));
}

/** Splits a URL template by the delimiters of RFC 3986; undefined if it is not a URL. */
export function addressTemplate(url: string): AddressTemplate | undefined {
  const [, origin, path = '', query = '', fragment] =
    /^([a-z]+:\/\/[^/?#]*)((?:\/[^?#]*)?)(?:\?([^#]*))?(#.*)?$/i.exec(url) ?? [];
  if (origin === undefined || fragment !== undefined) return undefined;
  const pairs = query.split('&').filter((pair) => pair !== '');
  return {
    origin,
    path: path === '' ? '/' : path,
    query: pairs.map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)(?:=(.*))?$/s.exec(pair) ?? [];
      return { name, value };
    }),
  };
}

/** Parses the template of a body; undefined for invalid JSON. */
export function bodyTemplate(body: string): JsonTemplate | undefined {
  try {
    return parseExactJson(body) as JsonTemplate;
  } catch {
    return undefined;
  }
}

/** All texts and all property names of a JSON template. */
export function textsOf(template: JsonTemplate): { values: string[]; names: string[] } {
  if (typeof template === 'string') return { values: [template], names: [] };
  if (typeof template !== 'object' || template === null || isExactNumber(template)) {
    return { values: [], names: [] };
  }
  const inside = Object.values(template).map(textsOf);
  return {
    values: inside.flatMap(({ values }) => values),
    names: [
      ...(Array.isArray(template) ? [] : Object.keys(template)),
      ...inside.flatMap(({ names }) => names),
    ],
  };
}
