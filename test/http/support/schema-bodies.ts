import fc from 'fast-check';
import * as z from 'zod/mini';

/** The parts of a JSON Schema that decide which values it takes. */
const Node = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  items: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minItems: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});

/** Texts by their format: what a schema checks by a pattern is likely to pass it. */
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  date: fc.constantFrom('2026-11-20', '1999-02-30'),
  'date-time': fc.constantFrom('2026-11-20T17:24:00.000Z', '2026-11-20T17:24:00.000+25:00'),
};

/** Texts that only code can check, by the name of their field. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.emailAddress(),
  phone: fc.constantFrom('+49 30 1234567', '110'),
};

/** Values that a schema takes, as far as its JSON Schema says. */
export function valuesOf(schema: z.ZodMiniType): fc.Arbitrary<fc.JsonValue> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const definitions = Object.entries(root.$defs ?? {});
  const named = new Map<string, unknown>(definitions.map(([name, of]) => [`#/$defs/${name}`, of]));
  return valuesOfNode(root, named);
}

function valuesOfNode(given: unknown, named: ReadonlyMap<string, unknown>): fc.Arbitrary<fc.JsonValue> {
  const node = Node.safeParse(given).data ?? {};
  const inside = (one: unknown) => valuesOfNode(one, named);
  if (node.$ref !== undefined) return inside(named.get(node.$ref));
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...(node.enum as fc.JsonValue[]));
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return fc.oneof(...choices.map(inside));
  switch (node.type) {
    case 'object': {
      const properties = Object.entries(node.properties ?? {});
      const model = Object.fromEntries(properties.map(([name, of]) => [name, FIELDS[name] ?? inside(of)]));
      return fc.record(model, { requiredKeys: (node.required ?? []).filter((name) => name in model) });
    }
    case 'array':
      return fc.array(inside(node.items), { minLength: node.minItems ?? 0, maxLength: 4 });
    case 'string':
      return textsOf(node);
    case 'integer':
    case 'number':
      return fc.integer({ min: node.minimum ?? -5, max: node.maximum ?? (node.minimum ?? 0) + 2_000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textsOf(node: z.output<typeof Node>): fc.Arbitrary<string> {
  const { format = '', pattern, minLength = 0, maxLength } = node;
  const formatted = FORMATS[format];
  if (formatted) return formatted;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.max(minLength, Math.min(maxLength ?? 60, 60));
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: longest });
  // About as long as it may be, and one longer.
  const atLimit = fc.integer({ min: -1, max: 1 }).map((over) => 'x'.repeat((maxLength ?? 4000) + over));
  const words = fc.constantFrom('Where is my order?', 'Hello');
  return fc.oneof(words, { weight: 4, arbitrary: short }, atLimit);
}
