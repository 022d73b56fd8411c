import * as z from 'zod/mini';
import { codePointLength } from './text.ts';
import { hasSeen } from './unseen-characters.ts';

/** A UUID; converted to lower case. */
export const uuid = () => z.guid().check(z.toLowerCase());

/** An RFC 3339 time in UTC. */
export const time = () => z.iso.datetime();

/** The current time of a clock (RFC 3339, in UTC). */
export function nowIso(clock: { now(): number }): string {
  return new Date(clock.now()).toISOString();
}

/**
 * Text of 1 to `limit` Unicode code points after trimming white space at the ends, at least one of them
 * visible; lone surrogates are replaced.
 */
export function text(limit: number) {
  return z
    .string()
    .check(
      z.overwrite((value) => value.toWellFormed().trim()),
      z.refine(hasSeen, 'must not be empty'),
      z.refine(
        (value) => value.length <= limit || codePointLength(value) <= limit,
        `must be at most ${limit} characters`,
      ),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: limit });
}

/** An integer of 0 or more. */
export const count = () => z.int().check(z.minimum(0));

/** The name and the description of a schema in the API description (OpenAPI). */
export const named = (id: string, description: string) => ({ id, description });

/**
 * The same schema without checks of formats, lengths and ranges: only types. Use it for records that the
 * service has validated before it stored them and reads often.
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
 * Returns a function that picks the fields of a schema from a record; all other fields are left out.
 */
export function fieldsOf<S extends z.ZodMiniObject>(form: S): (record: z.output<S>) => z.output<S> {
  const names = Object.keys(form.shape);
  return (record) => {
    const shown: Record<string, unknown> = {};
    for (const name of names) if (record[name] !== undefined) shown[name] = record[name];
    return shown as z.output<S>;
  };
}

/** An IANA time zone. Offsets such as +01:00 are refused, because they have no daylight saving time. */
export const timeZone = () =>
  z.string().check(
    z.maxLength(60),
    z.refine((value) => {
      try {
        return /^[A-Za-z]/.test(value) && new Intl.DateTimeFormat('en', { timeZone: value }).format(0) !== '';
      } catch {
        return false;
      }
    }, 'must be a time zone such as Europe/Berlin'),
  );
