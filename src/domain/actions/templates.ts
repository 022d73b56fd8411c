/** `{orderNumber}`: where the value of a parameter goes. */
const PLACEHOLDER = /\{([A-Za-z]\w{0,49})\}/g;

/** A template of JSON. Its texts may hold placeholders. */
export type JsonTemplate =
  string | number | boolean | null | readonly JsonTemplate[] | { readonly [name: string]: JsonTemplate };

/** The parts of an address: placeholders may be in `path` and in the values of `query`. */
export interface AddressTemplate {
  /** `https://api.example.com`, as it is written. */
  origin: string;
  path: string;
  query: readonly { name: string; value: string }[];
}

/** The names of the parameters that a text names, in order. */
export function placeholders(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);
}

/** The name of the parameter that a text consists of; undefined for any other text. */
export function onlyPlaceholder(text: string): string | undefined {
  return /^\{([A-Za-z]\w{0,49})\}$/.exec(text)?.[1];
}

/** A text with the value of each parameter in the place of its name. */
export function fill(text: string, valueOf: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_all, name: string) => valueOf(name));
}

/** Splits an address by the delimiters of RFC 3986; undefined for text of another form. */
export function addressTemplate(url: string): AddressTemplate | undefined {
  const [, origin, path = '', query = '', fragment] =
    /^([a-z]+:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/i.exec(url) ?? [];
  if (origin === undefined || fragment !== undefined) return undefined;
  const pairs = query.split('&').filter((pair) => pair !== '');
  return {
    origin,
    path: path === '' ? '/' : path,
    query: pairs.map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      return { name, value };
    }),
  };
}

/** Parses the template of a body; undefined for invalid JSON. */
export function bodyTemplate(body: string): JsonTemplate | undefined {
  try {
    return JSON.parse(body) as JsonTemplate;
  } catch {
    return undefined;
  }
}

/** Every text of a JSON template, and the names of its properties. */
export function textsOf(template: JsonTemplate): { values: string[]; names: string[] } {
  if (typeof template === 'string') return { values: [template], names: [] };
  if (typeof template !== 'object' || template === null) return { values: [], names: [] };
  const inside = Object.values(template).map(textsOf);
  return {
    values: inside.flatMap(({ values }) => values),
    names: [
      ...(Array.isArray(template) ? [] : Object.keys(template)),
      ...inside.flatMap(({ names }) => names),
    ],
  };
}
