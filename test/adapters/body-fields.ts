import * as z from 'zod/mini';
import type { Endpoint } from '../../src/http/endpoint.ts';

const Node = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.unknown()),
  enum: z.optional(z.unknown()),
  pattern: z.optional(z.unknown()),
  format: z.optional(z.unknown()),
  const: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  allOf: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  additionalProperties: z.optional(z.unknown()),
  $defs: z.optional(z.record(z.string(), z.unknown())),
});

/**
 * The paths of the texts in an endpoint's body, such as `signIn.issuer`, by its JSON Schema; without those of
 * a fixed form.
 */
export function textFields({ body }: Pick<Endpoint, 'body'>): string[] {
  if (body === undefined) return [];
  const schema = Node.parse(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
  const found = new Set<string>();

  function walk(value: unknown, path: readonly string[]): void {
    const node = Node.safeParse(value).data;
    if (!node || path.length > 10) return;
    const { $ref, anyOf = [], oneOf = [], allOf = [], properties = {}, items, additionalProperties } = node;
    const isFree = [node.enum, node.pattern, node.format, node.const].every((it) => it === undefined);
    if (node.type === 'string' && isFree) found.add(path.join('.'));
    if ($ref !== undefined) walk(schema.$defs?.[$ref.replace('#/$defs/', '')], path);
    for (const one of [...anyOf, ...oneOf, ...allOf, items]) walk(one, path);
    for (const [name, property] of Object.entries(properties)) walk(property, [...path, name]);
    walk(additionalProperties, [...path, '*']);
  }

  walk(schema, []);
  return [...found];
}
