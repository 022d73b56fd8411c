import * as z from 'zod/mini';
import { time, uuid } from '../../lib/fields.ts';

/** The metadata of an answer in an answers document; `questions`: ids of visitors' messages. */
const AnswerMarker = z.object({ id: uuid(), addedAt: time(), questions: z.array(uuid()) });
export type AnswerMarker = z.output<typeof AnswerMarker>;

/** Parses a marker; undefined for invalid JSON and other JSON. */
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
