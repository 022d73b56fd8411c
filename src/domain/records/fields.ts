import * as z from 'zod/mini';
import { codePointLength, MAX_MESSAGE_LENGTH } from '../text.ts';

/** A UUID in any case; upper case means the same id, so it is folded here once. */
export const uuid = () => z.guid().check(z.toLowerCase());

/** RFC 3339 in UTC with milliseconds. */
export const time = () => z.iso.datetime();

/**
 * Text of 1 to `limit` Unicode code points after trimming white space at the ends; lone surrogates are
 * replaced.
 */
export function text(limit = MAX_MESSAGE_LENGTH) {
  return z
    .string()
    .check(
      z.overwrite((value) => value.toWellFormed().trim()),
      z.refine((value) => value.length > 0, 'must not be empty'),
      z.refine(
        (value) => value.length <= limit || codePointLength(value) <= limit,
        `must be at most ${limit} characters`,
      ),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: limit });
}

/** A count of things, tokens or seconds. */
export const count = () => z.int().check(z.minimum(0));

/** The name and the description under which the API description shows a schema. */
export const named = (id: string, description: string) => ({ id, description });

/**
 * A schema of the same shape that checks only types, not formats, lengths or ranges. It is for data that the
 * service itself has written and reads on the hot path.
 */
export function trusted<S extends z.core.$ZodType>(schema: S): S {
  return typesOnly(schema) as S;
}

function typesOnly(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return z.string();
    case 'number':
      return z.number();
    case 'object':
      return z.object(
        Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, typesOnly(field)])),
      );
    case 'array':
      return z.array(typesOnly(def.element));
    case 'record':
      return z.record(z.string(), typesOnly(def.valueType));
    case 'readonly':
      return typesOnly(def.innerType);
    case 'optional':
    case 'nullable':
    case 'default':
      return z.clone(schema, withParts(def, { innerType: typesOnly(def.innerType) }));
    case 'union':
      return z.clone(schema, withParts(def, { options: def.options.map(typesOnly) }));
    default:
      return schema;
  }
}

function withParts(def: z.core.$ZodTypeDef, parts: object): z.core.$ZodTypeDef {
  return { ...def, ...parts };
}

/**
 * Makes what gives the fields of a record that a form of it has, and no other: an allowlist, by the form's
 * schema.
 */
export function fieldsOf<S extends z.ZodMiniObject>(form: S): (record: z.output<S>) => z.output<S> {
  const names = Object.keys(form.shape);
  return (record) => {
    const shown: Record<string, unknown> = {};
    for (const name of names) if (record[name] !== undefined) shown[name] = record[name];
    return shown as z.output<S>;
  };
}
