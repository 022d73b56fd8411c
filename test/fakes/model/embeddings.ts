import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { ngramVector } from './ngram-vector.ts';
import type { Refusal } from './refusals.ts';

/** The parameters of the real endpoint, and no others (public API reference, Embeddings). */
const EmbeddingCall = z
  .object({
    model: z.string(),
    input: z.union([z.string(), z.array(z.string())]).transform((input) => [input].flat()),
    dimensions: z.number().int().positive().optional(),
    encoding_format: z.enum(['float', 'base64']).optional(),
    user: z.string().optional(),
  })
  .strict();

export interface ReceivedEmbedding {
  headers: IncomingHttpHeaders;
  path: string;
  body: z.output<typeof EmbeddingCall>;
}

/** How one call is answered, other than well. */
export interface EmbeddingScript {
  error?: { status: number; body?: unknown; headers?: Record<string, string> };
  /** Never answers. */
  hang?: boolean;
  /** Cuts the line: before its headers, or within its body. */
  die?: 'before-headers' | 'in-body';
  /** Answers after this promise. */
  after?: Promise<unknown>;
  /** This body instead of the vectors. */
  body?: string;
  change?: (vectors: number[][]) => number[][];
  /** The order of the vectors is turned round; each has its index. */
  reversed?: boolean;
  /** Numbers, also where base64 was asked for. */
  floats?: boolean;
  usage?: false;
}

/** The limits of a server; the default is OpenAI's. */
export interface EmbeddingLimits {
  inputs: number;
  tokensOfText: number;
  tokensOfCall: number;
  /** The length of the vectors without `dimensions`, and the greatest that can be asked for. */
  dimensions: number;
  /** Whether `dimensions` is known. */
  takesDimensions: boolean;
}

export const OPENAI_LIMITS: EmbeddingLimits = {
  inputs: 2048,
  tokensOfText: 8192,
  tokensOfCall: 300_000,
  dimensions: 1536,
  takesDimensions: true,
};

/** About four characters of English a token. */
const tokensOf = (text: string) => Math.ceil(text.length / 4);

function refusal(message: string, param: string | null = null): Refusal {
  return { status: 400, body: { error: { message, type: 'invalid_request_error', param, code: null } } };
}

/** The real service's refusal of a call, in its words. */
export function refusedEmbedding(
  { input, dimensions }: ReceivedEmbedding['body'],
  limits: EmbeddingLimits,
): Refusal | undefined {
  if (input.length === 0 || input.length > limits.inputs || input.includes('')) {
    return refusal("'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs.");
  }
  const long = Math.max(...input.map(tokensOf));
  if (long > limits.tokensOfText) {
    return refusal(
      `This model's maximum context length is ${limits.tokensOfText} tokens, however you requested ${long} tokens (${long} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`,
    );
  }
  const all = input.reduce((sum, text) => sum + tokensOf(text), 0);
  if (all > limits.tokensOfCall) {
    return refusal(`Requested ${all} tokens, max ${limits.tokensOfCall} tokens per request`);
  }
  if (dimensions === undefined) return undefined;
  if (!limits.takesDimensions) return refusal('This model does not support specifying dimensions.');
  return dimensions > limits.dimensions
    ? refusal(
        `Invalid value for 'dimensions' = ${dimensions}. Must be less than or equal to ${limits.dimensions}.`,
      )
    : undefined;
}

export function parseEmbedding(body: unknown): ReceivedEmbedding['body'] | undefined {
  return EmbeddingCall.safeParse(body).data;
}

/** The body of an answer. */
export function embeddingBody(
  { model, input, dimensions, encoding_format }: ReceivedEmbedding['body'],
  { change, reversed, floats, usage }: EmbeddingScript,
  limits: EmbeddingLimits,
): string {
  const made = input.map((text) => ngramVector(text, dimensions ?? limits.dimensions));
  const vectors = change ? change(made) : made;
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding:
      encoding_format === 'base64' && !floats
        ? Buffer.from(new Float32Array(vector).buffer).toString('base64')
        : vector,
  }));
  const tokens = input.reduce((sum, text) => sum + tokensOf(text), 0);
  return JSON.stringify({
    object: 'list',
    data: reversed ? data.toReversed() : data,
    model,
    ...(usage !== false && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  });
}
