import type { Node } from 'web-tree-sitter';
import type { BicepFile } from './bicep.ts';

/** A resource that a Bicep file declares, as far as it can be told without compiling. */
export interface BicepResource {
  /** The file, and the resource’s symbol in it. */
  place: string;
  /** With its parents’, for example `Microsoft.Web/sites/config`. */
  type: string;
  /** The API version, for example `2025-03-01`. */
  version: string;
  /** Whether it only refers to one that is there already. */
  isExisting: boolean;
  /**
   * Each property’s path, `[]` for an array’s elements and `*` for a reckoned name, with the texts that are
   * written out for it.
   */
  properties: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a resource says about itself in Bicep, and no API knows. */
const OF_THE_LANGUAGE = new Set(['parent', 'scope', 'dependsOn']);

/** Every resource of a file, nested ones included. */
export function resourcesOf({ path, root }: BicepFile): BicepResource[] {
  return nodes(root, 'resource_declaration').map((node) => {
    const { type, version } = typeOf(node);
    const properties = new Map<string, Set<string>>();
    for (const child of node.namedChildren) collect(child, '', properties);
    const symbol = node.namedChild(0)?.text ?? '';
    const isExisting = node.children.some((child) => child.text === 'existing');
    return { place: `${path} ${symbol}`, type, version, isExisting, properties };
  });
}

/** A nested resource goes on where the one around it ends, and has its version. */
function typeOf(node: Node): { type: string; version: string } {
  const [, named = '', own] = /^[^']*'([^'@]+)(?:@([^']+))?'/.exec(node.text) ?? [];
  for (let up = node.parent; up && own === undefined; up = up.parent) {
    if (up.type !== 'resource_declaration') continue;
    const around = typeOf(up);
    return { type: `${around.type}/${named}`, version: around.version };
  }
  return { type: named, version: own ?? '' };
}

/** Follows a value as far as it is written out: both sides of a condition, and what is joined. */
function collect(value: Node, path: string, found: Map<string, Set<string>>): void {
  const follow = (child: Node | null, to = path) => {
    if (child) collect(child, to, found);
  };
  switch (value.type) {
    case 'object':
      for (const property of value.namedChildren) collectProperty(property, path, found);
      break;
    case 'array':
      for (const element of value.namedChildren) follow(element, `${path}[]`);
      break;
    case 'ternary_expression':
      follow(value.namedChild(1));
      follow(value.namedChild(2));
      break;
    case 'for_statement':
    case 'if_statement':
    case 'parenthesized_expression':
      follow(value.lastNamedChild);
      break;
    case 'call_expression':
      if (/^(concat|union)\(/.test(value.text)) {
        for (const part of nodes(value, 'arguments')[0]?.namedChildren ?? []) follow(part);
      }
      break;
    case 'string':
      if (!value.text.includes('${')) found.get(path)?.add(value.text.slice(1, -1));
      break;
  }
}

function collectProperty(property: Node, path: string, found: Map<string, Set<string>>): void {
  const [key, value] = property.type === 'object_property' ? property.namedChildren : [];
  if (!key || !value || value.type === 'resource_declaration') return;
  const name = key.text.replaceAll("'", '');
  if (path === '' && OF_THE_LANGUAGE.has(name)) return;
  const at = `${path === '' ? '' : `${path}.`}${name.includes('$') ? '*' : name}`;
  found.set(at, found.get(at) ?? new Set());
  collect(value, at, found);
}

function nodes(root: Node, type: string): Node[] {
  return root.descendantsOfType(type);
}
