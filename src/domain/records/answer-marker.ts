import * as z from 'zod/mini';
import { time, uuid } from './fields.ts';

/** What an answers document says of one answer, beside its text. */
const AnswerMarker = z.object({ id: uuid(), addedAt: time(), questions: z.array(uuid()) });
export type AnswerMarker = z.output<typeof AnswerMarker>;

/** Parses a marker; undefined for other JSON, and for text that is none. */
export function answerMarkerIn(json: string): AnswerMarker | undefined {
  return z.safeParse(AnswerMarker, jsonOrNull(json)).data;
}

function jsonOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
