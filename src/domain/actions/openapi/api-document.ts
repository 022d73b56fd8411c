/** An object of a description; its values are as they were sent. */
export type ApiNode = Readonly<Record<string, unknown>>;

/** An OpenAPI description whose references are followed where they are needed, and no further. */
export interface ApiDocument {
  root: ApiNode;
  /**
   * The object that a value is or refers to. References within the description are followed (RFC 6901);
   * undefined for one to another document, which is never fetched, for a circle, and for anything else.
   */
  node(value: unknown): ApiNode | undefined;
  /** The same description for a part of the work, which follows MAX_STEPS more values and no others. */
  part(): ApiDocument;
}

/** Schemas that refer to others twice grow with each level. An operation needs some hundred values. */
const MAX_STEPS = 5_000;

/** The longest chain of references. */
const MAX_CHAIN = 20;

export function isApiNode(value: unknown): value is ApiNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for a value that is not an OpenAPI 3 description. */
export function apiDocument(value: unknown): ApiDocument | undefined {
  if (!isApiNode(value) || !/^3\.\d/.test(textIn(value, 'openapi') ?? '') || !isApiNode(value['paths'])) {
    return undefined;
  }
  return within(value);
}

function within(root: ApiNode): ApiDocument {
  let steps = 0;

  function node(given: unknown): ApiNode | undefined {
    if (++steps > MAX_STEPS) return undefined;
    let current = given;
    for (let followed = 0; followed < MAX_CHAIN; followed++) {
      if (!isApiNode(current)) return undefined;
      const reference = textIn(current, '$ref');
      if (reference === undefined) return current;
      current = pointed(root, reference);
    }
    return undefined;
  }
  return { root, node, part: () => within(root) };
}

/** A text of a node; undefined if missing. */
export function textIn(node: ApiNode, name: string): string | undefined {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function listIn(node: ApiNode, name: string): readonly unknown[] {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return Array.isArray(value) ? value : [];
}

/** The members of an object of a node. */
export function entriesIn(node: ApiNode, name: string): [string, unknown][] {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return isApiNode(value) ? Object.entries(value) : [];
}

/** The schema of JSON in the content of a body or an answer. */
export function jsonSchemaOf({ node }: ApiDocument, body: ApiNode): ApiNode | undefined {
  const json = entriesIn(body, 'content').find(([type]) => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type));
  const media = json && node(json[1]);
  return media && node(media['schema']);
}

function pointed(root: ApiNode, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let current: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Object.entries(current).find(([key]) => key === name)?.[1];
  }
  return current;
}

/** Invalid percent-encoding is text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
