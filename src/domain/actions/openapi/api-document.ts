/** An object of an OpenAPI description; its values are not validated. */
export type ApiNode = Readonly<Record<string, unknown>>;

/** An OpenAPI description whose references are resolved on demand. */
export interface ApiDocument {
  root: ApiNode;
  /**
   * Resolves a value to an object, through references within the description (RFC 6901). Undefined for
   * references to other documents, which are never fetched, for circular references, and for other values.
   */
  node(value: unknown): ApiNode | undefined;
  /** The same description with a new budget of MAX_STEPS values, for example for one operation. */
  part(): ApiDocument;
}

/** Nested references can grow exponentially. A usual operation resolves a few hundred values. */
const MAX_STEPS = 5_000;

/** The longest chain of references. */
const MAX_CHAIN = 20;

export function isApiNode(value: unknown): value is ApiNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for a value that is not an OpenAPI 3 description. */
export function apiDocument(value: unknown): ApiDocument | undefined {
  if (!isApiNode(value) || !isApiNode(value['paths'])) return undefined;
  return isVersion3(value['openapi']) ? within(value) : undefined;
}

/** YAML reads an unquoted `3.1` as a number. */
function isVersion3(version: unknown): boolean {
  return typeof version === 'number' ? Math.floor(version) === 3 : /^3\.\d/.test(String(version).trim());
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
      current = resolvePointer(root, reference);
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

/** The entries of an object property of a node; empty if missing. */
export function entriesIn(node: ApiNode, name: string): [string, unknown][] {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return isApiNode(value) ? Object.entries(value) : [];
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
/** Frameworks write these for an operation whose media type is not stated. */
const ANY_TYPE = /^(?:\*|application)\/\*/;

/** The JSON schema in the `content` of a request body or a response. */
export function jsonSchemaOf({ node }: ApiDocument, body: ApiNode): ApiNode | undefined {
  const content = entriesIn(body, 'content');
  const json = [JSON_TYPE, ANY_TYPE]
    .map((wanted) => content.find(([type]) => wanted.test(type)))
    .find(Boolean);
  const media = json && node(json[1]);
  return media && node(media['schema']);
}

function resolvePointer(root: ApiNode, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let current: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Object.entries(current).find(([key]) => key === name)?.[1];
  }
  return current;
}

/** Decodes percent-encoding; an invalid text is returned unchanged. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
