import type * as z from 'zod/mini';
import { invalidField } from '../../domain/errors.ts';

/** A page cursor as clients send it: opaque, and parsed, because clients can forge it. */
export interface CursorCodec<T> {
  encode(position: T): string;
  /** `validation-failed` at path `cursor` for anything that `encode` did not make. */
  decode(cursor: string): T;
}

/** A cursor that holds a value of this schema. */
export function cursorCodec<T>(position: z.ZodMiniType<T>): CursorCodec<T> {
  return {
    encode: (value) => Buffer.from(JSON.stringify(value)).toString('base64url'),
    decode(cursor) {
      const parsed = position.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
      if (parsed.success) return parsed.data;
      throw invalidField('cursor', 'is not the nextCursor of this list');
    },
  };
}

/** Undefined where a text is not JSON; no schema of a position accepts it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
