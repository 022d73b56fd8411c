import { isExactNumber } from '../../../lib/exact-json.ts';

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
  /** The entries of a node, or of its object property; empty if missing. */
  entries(node: ApiNode, name?: string): [string, unknown][];
  /** The items of a list property of a node; empty if missing. */
  list(node: ApiNode, name: string): readonly unknown[];
  /** The same description for one operation, which uses at most MAX_PART of the budget. */
  part(): ApiDocument;
  /** Whether parts were left out because the budget was used up. */
  isSpent(): boolean;
}

/**
 * The budget of a whole description, in resolved values, entries and items: nested references can grow
 * exponentially, and many operations can refer to one large schema. A usual operation needs a few hundred.
 */
const MAX_STEPS = 1_000_000;
/** The budget of one operation. */
const MAX_PART = 20_000;

/** The longest chain of references. */
const MAX_CHAIN = 20;

export function isApiNode(value: unknown): value is ApiNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** Undefined for a value that is not an OpenAPI 3 description. */
export function apiDocument(value: unknown): ApiDocument | undefined {
  if (!isApiNode(value) || !isApiNode(value['paths'])) return undefined;
  return isVersion3(value['openapi']) ? within(value, budget(MAX_STEPS)) : undefined;
}

/** YAML reads an unquoted `3.1` as a number. */
function isVersion3(version: unknown): boolean {
  return typeof version === 'number' ? Math.floor(version) === 3 : /^3\.\d/.test(String(version).trim());
}

interface Budget {
  /** Takes steps; false if they exceed the budget. */
  take(steps: number): boolean;
  isSpent(): boolean;
}

/** A budget, which is also taken from the budget of the whole. */
function budget(most: number, whole?: Budget): Budget {
  let left = most;
  return {
    take(steps) {
      left -= steps;
      return (whole?.take(steps) ?? true) && left >= 0;
    },
    isSpent: () => left < 0 || whole?.isSpent() === true,
  };
}

function within(root: ApiNode, own: Budget): ApiDocument {
  const { take, isSpent } = own;

  function node(given: unknown): ApiNode | undefined {
    if (!take(1)) return undefined;
    let current = given;
    for (let followed = 0; followed < MAX_CHAIN; followed++) {
      if (!isApiNode(current)) return undefined;
      const reference = textIn(current, '$ref');
      if (reference === undefined) return current;
      current = resolvePointer(root, reference);
    }
    return undefined;
  }

  function list(from: ApiNode, name: string): readonly unknown[] {
    const value = valueIn(from, name);
    return Array.isArray(value) && take(value.length) ? value : [];
  }

  function entries(from: ApiNode, name?: string): [string, unknown][] {
    const value = name === undefined ? from : valueIn(from, name);
    if (!isApiNode(value) || isSpent()) return [];
    const found = Object.entries(value);
    return take(found.length) ? found : [];
  }

  return { root, node, list, entries, isSpent, part: () => within(root, budget(MAX_PART, own)) };
}

const valueIn = (node: ApiNode, name: string): unknown =>
  Object.hasOwn(node, name) ? node[name] : undefined;

/** Longer texts are cut, in characters. */
const MAX_TEXT = 10_000;

/** A text of a node; undefined if missing. */
export function textIn(node: ApiNode, name: string): string | undefined {
  const value = valueIn(node, name);
  const text = typeof value === 'string' ? value.slice(0, MAX_TEXT).trim() : '';
  return text === '' ? undefined : text;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
/** Frameworks write these for an operation whose media type is not stated. */
const ANY_TYPE = /^(?:\*|application)\/\*/;

/** The JSON schema in the `content` of a request body or a response. */
export function jsonSchemaOf(document: ApiDocument, body: ApiNode): ApiNode | undefined {
  const content = document.entries(body, 'content');
  const json = [JSON_TYPE, ANY_TYPE]
    .map((wanted) => content.find(([type]) => wanted.test(type)))
    .find(Boolean);
  const media = json && document.node(json[1]);
  return media && document.node(media['schema']);
}

function resolvePointer(root: ApiNode, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let current: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = /^\d+$/.test(name) ? current[Number(name)] : undefined;
    else current = isApiNode(current) ? valueIn(current, name) : undefined;
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
