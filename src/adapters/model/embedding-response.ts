import * as z from 'zod/mini';
import { WrongProtocol } from './failure.ts';
import { jsonIn } from './fields.ts';

/** The answer of `POST /embeddings`: a vector for each input, as numbers or as base64 of 32-bit floats. */
const Answer = z.object({
  data: z.array(
    z.object({
      index: z.optional(z.int()),
      embedding: z.union([z.string(), z.array(z.number())]),
    }),
  ),
  usage: z.nullish(z.object({ prompt_tokens: z.nullish(z.int().check(z.minimum(0))) })),
});

const BYTES_PER_NUMBER = 4;

interface EmbeddingAnswer {
  vectors: Float32Array[];
  /** Undefined where the server does not say. */
  tokens: number | undefined;
}

/**
 * The vectors of an answer, in the order of the inputs, all of one length. Throws WrongProtocol where there
 * are fewer or more than `count`, an index is twice or missing, or a vector is empty, all zeros, of another
 * length, or has what is no number.
 */
export function embeddingAnswer(body: string, count: number, length: number | undefined): EmbeddingAnswer {
  const { data: answer } = z.safeParse(Answer, jsonIn(body));
  if (answer?.data.length !== count) throw new WrongProtocol();
  const vectors = new Map<number, Float32Array>();
  for (const [at, { index = at, embedding }] of answer.data.entries()) {
    vectors.set(index, typeof embedding === 'string' ? decoded(embedding) : new Float32Array(embedding));
  }
  const ordered = Array.from({ length: count }, (_, at) => vectors.get(at) ?? new Float32Array());
  const expected = length ?? ordered[0]?.length;
  if (ordered.some((vector) => vector.length !== expected || !isDirection(vector))) throw new WrongProtocol();
  return { vectors: ordered, tokens: answer.usage?.prompt_tokens ?? undefined };
}

/** Little-endian numbers, which need not be aligned in the decoded bytes. */
function decoded(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const vector = new Float32Array(Math.floor(bytes.length / BYTES_PER_NUMBER));
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatLE(at * BYTES_PER_NUMBER);
  return vector;
}

/** A vector has a direction if its numbers are finite and not all of them are zero. */
function isDirection(vector: Float32Array): boolean {
  return vector.every(Number.isFinite) && vector.some((value) => value !== 0);
}
