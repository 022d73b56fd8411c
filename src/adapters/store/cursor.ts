import type * as z from 'zod/mini';
import { invalidField } from '../../core/errors.ts';

/** Encodes page cursors. They are opaque, and parsed when read, because clients can forge them. */
export interface CursorCodec<T> {
  encode(position: T): string;
  /** Throws `validation-failed` at path `cursor` for an invalid cursor. */
  decode(cursor: string): T;
}

/** A codec for cursors that contain a value of this schema. */
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

/** Undefined if the text is not JSON, which no schema of a cursor accepts. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
