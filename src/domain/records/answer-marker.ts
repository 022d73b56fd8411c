import * as z from 'zod/mini';
import { time, uuid } from './fields.ts';

/** The facts of one answer in an answers document, in addition to its text. */
const AnswerMarker = z.object({ id: uuid(), addedAt: time(), questions: z.array(uuid()) });
export type AnswerMarker = z.output<typeof AnswerMarker>;

/** Parses a marker; undefined for other JSON, and for invalid JSON. */
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
