import * as z from 'zod/mini';
import { lazy } from '../../domain/caching.ts';
import { TimeoutError, withTimeout } from '../../domain/concurrency.ts';
import { ModelFailure, type FailureReason } from '../../domain/model-failure.ts';
import type { Clock, Embedder, EmbedOptions, Random, Telemetry } from '../../ports.ts';
import { beginCall, CLOSED, afterCall, type CallOutcome, type Circuit } from '../../domain/circuit.ts';
import { connect, type NamedModel } from './connection.ts';
import { failureOf, WrongProtocol } from './failure.ts';
import { jsonIn } from './fields.ts';
import { estimatedTokens } from './prompt.ts';
import { pauseBefore, REFUSALS } from './retries.ts';

export interface OpenAiEmbedderOptions {
  server: NamedModel;
  /** The length of the vectors to ask for; without it the server's own, which then must not change. */
  dimensions?: number;
  clock: Clock;
  random: Pick<Random, 'bytes'>;
  telemetry: Pick<Telemetry, 'record'>;
}

/** The result of one request. */
interface Embedded {
  vectors: readonly Float32Array[];
  tokens: number;
}

/** Time-out of one call, in milliseconds. */
const TIMEOUT_MS = 10_000;
const LIMITS = { failures: 5, coolDownMs: 30_000 };
/**
 * The limits of one call. They are far below those of hosted models (2 048 inputs, 300 000 tokens), so that
 * one call also fits into a small limit of tokens per minute.
 */
const MAX_INPUTS = 96;
const MAX_CHARACTERS = 120_000;
/**
 * The part of a text that is embedded, in UTF-16 code units; models take 8 192 tokens. A section has some 2
 * 000.
 */
const MAX_TEXT = 6000;
/** A text that is refused is tried again with half of it, down to this length. */
const LEAST_TEXT = 250;

/** Embeds texts by an OpenAI-compatible server (`POST /embeddings`). */
export function openaiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { server, dimensions, clock, random, telemetry } = options;
  const model = server.kind === 'azure-openai' ? server.deployment : server.model;
  const connection = lazy(() => connect(server));
  let circuit: Circuit = CLOSED;
  let length = dimensions;
  let problem: FailureReason | undefined;

  async function request(input: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const { client, sdk } = await connection();
    let headers: Headers | undefined;
    try {
      const body = await withTimeout(clock, TIMEOUT_MS, async (timeout) => {
        const asked = { model, input: [...input], ...(dimensions !== undefined && { dimensions }) };
        const call = client.embeddings.create(asked, { signal: AbortSignal.any([signal, timeout]) });
        const response = await call.asResponse();
        ({ headers } = response);
        return await response.text();
      });
      const { vectors, tokens } = embeddingAnswer(body, input.length, length);
      length = vectors[0]?.length;
      return { vectors, tokens: tokens ?? estimatedTokens(input.join('')) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TimeoutError) throw new ModelFailure({ reason: 'timeout' }, { cause: error });
      throw failureOf(sdk, error, { headers, nowMs: clock.now() });
    }
  }

  /** Sends one request where the circuit lets it through. */
  async function guarded(input: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const admitted = beginCall(circuit, clock.now());
    if (!admitted) throw new ModelFailure({ reason: 'circuit-open' });
    circuit = admitted;
    let outcome: CallOutcome = 'unknown';
    try {
      const embedded = await request(input, signal);
      outcome = 'ok';
      problem = undefined;
      return embedded;
    } catch (error) {
      if (error instanceof ModelFailure) {
        problem = error.facts.reason;
        outcome = REFUSALS.has(problem) ? 'ok' : 'failed';
      }
      throw error;
    } finally {
      circuit = afterCall(circuit, outcome, clock.now(), LIMITS);
    }
  }

  async function retried(input: readonly string[], call: EmbedOptions): Promise<readonly Float32Array[]> {
    const { urgent, signal, count } = call;
    for (let retry = 1; ; retry++) {
      try {
        const { vectors, tokens } = await guarded(input, signal);
        await count(tokens);
        return vectors;
      } catch (error) {
        if (!(error instanceof ModelFailure) || urgent) throw error;
        const waitMs = pauseBefore(retry, error.facts, random);
        if (waitMs === undefined) throw error;
        telemetry.record({ type: 'retry', operation: 'embedding', attempt: retry });
        await clock.sleep(waitMs, signal);
        signal.throwIfAborted();
      }
    }
  }

  /**
   * One call. If the server refuses it, it is divided, because servers limit calls and texts differently. A
   * server that refuses even one short text refuses all.
   */
  async function divided(input: readonly string[], call: EmbedOptions): Promise<readonly Float32Array[]> {
    try {
      return await retried(input, call);
    } catch (error) {
      const isRefused = error instanceof ModelFailure && error.facts.reason === 'refused';
      const [only = ''] = input;
      if (!isRefused || (input.length === 1 && only.length <= LEAST_TEXT)) throw error;
      if (input.length === 1) return await divided([only.slice(0, only.length / 2).toWellFormed()], call);
      const half = Math.ceil(input.length / 2);
      const first = await divided(input.slice(0, half), call);
      return [...first, ...(await divided(input.slice(half), call))];
    }
  }

  return {
    space: dimensions === undefined ? model : `${model} ${dimensions}`,
    async embed(texts, call) {
      call.signal.throwIfAborted();
      const cut = texts.map((text) => text.slice(0, MAX_TEXT).toWellFormed());
      const vectors: Float32Array[] = [];
      for (const input of callsOf(cut)) vectors.push(...(await divided(input, call)));
      return vectors;
    },
    problem: () => problem,
  };
}

/** The texts in groups that fit into one call each. */
function callsOf(texts: readonly string[]): string[][] {
  const calls: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = calls.at(-1);
    characters += text.length;
    if (!last || last.length >= MAX_INPUTS || characters > MAX_CHARACTERS) {
      calls.push([text]);
      characters = text.length;
    } else last.push(text);
  }
  return calls;
}

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
function embeddingAnswer(body: string, count: number, length: number | undefined): EmbeddingAnswer {
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
