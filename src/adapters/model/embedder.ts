import * as z from 'zod/mini';
import { lazy } from '../../lib/caching.ts';
import { TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import { ModelFailure, type FailureReason } from '../../spending/rules/model-failure.ts';
import type { Clock, Embedder, EmbedOptions, Random, Telemetry } from '../../ports.ts';
import { beginCall, CLOSED, afterCall, type CallOutcome, type Circuit } from '../../lib/circuit.ts';
import { connect, type NamedModel } from './connection.ts';
import { failureOf, WrongProtocol } from './failure.ts';
import { jsonIn } from './fields.ts';
import { estimatedTokens } from './prompt.ts';
import { pauseBefore, REFUSALS } from './retries.ts';

export interface OpenAiEmbedderOptions {
  server: NamedModel;
  /** The requested length of the vectors. Default: the server's, which must not change then. */
  dimensions?: number;
  clock: Clock;
  random: Pick<Random, 'bytes'>;
  telemetry: Pick<Telemetry, 'record'>;
}

interface EmbeddingResult {
  vectors: readonly Float32Array[];
  tokens: number;
}

/** Time-out of one call, in milliseconds. */
const TIMEOUT_MS = 10_000;
const LIMITS = { failures: 5, coolDownMs: 30_000 };
/**
 * Limits of one call. They are far below those of hosted models (2 048 inputs, 300 000 tokens), so that calls
 * also fit into small rate limits.
 */
const MAX_INPUTS = 96;
const MAX_CHARACTERS = 120_000;
/**
 * The part of a text that is embedded, in UTF-16 code units. Models accept 8 192 tokens. A section has about
 * 2 000 code units.
 */
const MAX_TEXT = 6000;
/** A refused text is retried with half its length, down to this length. */
const MIN_TEXT = 250;

/** Embeds texts with an OpenAI-compatible server (`POST /embeddings`), behind a circuit breaker. */
export function openaiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { server, dimensions, clock, random, telemetry } = options;
  const model = server.kind === 'azure-openai' ? server.deployment : server.model;
  const connection = lazy(() => connect(server));
  let circuit: Circuit = CLOSED;
  let length = dimensions;
  let problem: FailureReason | undefined;

  async function request(input: readonly string[], signal: AbortSignal): Promise<EmbeddingResult> {
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

  /** Sends one request, unless the circuit is open. */
  async function sendGuarded(input: readonly string[], signal: AbortSignal): Promise<EmbeddingResult> {
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
        const { vectors, tokens } = await sendGuarded(input, signal);
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
   * Sends one call, and splits it if the server refuses it, because servers have different limits. If even
   * one short text is refused, the call fails.
   */
  async function sendSplit(input: readonly string[], call: EmbedOptions): Promise<readonly Float32Array[]> {
    try {
      return await retried(input, call);
    } catch (error) {
      const { reason, ofParameter } = error instanceof ModelFailure ? error.facts : {};
      const isRefused = reason === 'refused' && ofParameter !== true;
      const [only = ''] = input;
      if (!isRefused || (input.length === 1 && only.length <= MIN_TEXT)) throw error;
      if (input.length === 1) return await sendSplit([only.slice(0, only.length / 2).toWellFormed()], call);
      const half = Math.ceil(input.length / 2);
      const first = await sendSplit(input.slice(0, half), call);
      return [...first, ...(await sendSplit(input.slice(half), call))];
    }
  }

  return {
    space: dimensions === undefined ? model : `${model} ${dimensions}`,
    async embed(texts, call) {
      call.signal.throwIfAborted();
      const cut = texts.map((text) => text.slice(0, MAX_TEXT).toWellFormed());
      const vectors: Float32Array[] = [];
      for (const input of callsOf(cut)) vectors.push(...(await sendSplit(input, call)));
      return vectors;
    },
    problem: () => problem,
    isRefusing: () => beginCall(circuit, clock.now()) === undefined,
  };
}

/** Groups texts into calls. */
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

/** The response of `POST /embeddings`: one vector per input, as numbers or as base64 of 32-bit floats. */
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
  /** Undefined if the server reports no usage. */
  tokens: number | undefined;
}

/**
 * The vectors of a response, in the order of the inputs. Throws WrongProtocol unless there are `count`
 * vectors of one length with unique indexes, valid numbers and a direction.
 */
function embeddingAnswer(body: string, count: number, length: number | undefined): EmbeddingAnswer {
  const { data: answer } = z.safeParse(Answer, jsonIn(body));
  if (answer?.data.length !== count) throw new WrongProtocol();
  const vectors = new Map<number, Float32Array>();
  for (const [at, { index = at, embedding }] of answer.data.entries()) {
    vectors.set(index, typeof embedding === 'string' ? decodeFloats(embedding) : new Float32Array(embedding));
  }
  const ordered = Array.from({ length: count }, (_, at) => vectors.get(at) ?? new Float32Array());
  const expected = length ?? ordered[0]?.length;
  if (ordered.some((vector) => vector.length !== expected || !isDirection(vector))) throw new WrongProtocol();
  return { vectors: ordered, tokens: answer.usage?.prompt_tokens ?? undefined };
}

/** Decodes little-endian floats, which may be unaligned in the decoded bytes. */
function decodeFloats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const vector = new Float32Array(Math.floor(bytes.length / BYTES_PER_NUMBER));
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatLE(at * BYTES_PER_NUMBER);
  return vector;
}

/** Whether all numbers of a vector are finite and one of them is not zero. */
function isDirection(vector: Float32Array): boolean {
  return vector.every(Number.isFinite) && vector.some((value) => value !== 0);
}
