import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openaiEmbedder, type OpenAiEmbedderOptions } from '../../src/adapters/model/embedder.ts';
import { AppError } from '../../src/core/errors.ts';
import { ModelFailure } from '../../src/spending/rules/model-failure.ts';
import type { Embedder, TelemetryEvent } from '../../src/ports.ts';
import type { EmbeddingScript } from '../fakes/model/embeddings.ts';
import { ngramVector } from '../fakes/model/ngram-vector.ts';
import { startModelServer, type ModelServer } from '../fakes/model-server.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';

const MODEL = 'text-embedding-3-small';

let server: ModelServer;
let recorded: TelemetryEvent[];
/** Waiting takes no time; time-outs run when a test moves the clock. */
let clock: ReturnType<typeof impatientClock>;
beforeEach(async () => {
  server = await startModelServer();
  recorded = [];
  counted = [];
  clock = impatientClock();
});
afterEach(() => server.close());

function impatientClock() {
  const moved = manualClock();
  const waits: number[] = [];
  return {
    ...moved,
    waits,
    sleep(ms: number) {
      waits.push(ms);
      moved.advance(ms);
      return Promise.resolve();
    },
  };
}

function embedder(options: Partial<OpenAiEmbedderOptions> = {}): Embedder {
  return openaiEmbedder({
    server: { kind: 'openai', baseUrl: server.url, model: MODEL },
    clock,
    random: realRandom,
    telemetry: { record: (event) => recorded.push(event) },
    ...options,
  });
}
const never = new AbortController().signal;
/** The tokens of each answered request. */
let counted: number[];
const count = (tokens: number) => {
  counted.push(tokens);
};
const patiently = { urgent: false, signal: never, count };
const urgently = { urgent: true, signal: never, count };

/** The reason of a failure; undefined without one. */
async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return error.facts.reason;
  }
}
const inputs = () => server.embeddings.requests.map(({ body }) => body.input.length);

describe('an embedding call', () => {
  test('requests base64 with the configured length, and returns the vectors in order with their tokens', async () => {
    const vectors = await embedder({ dimensions: 64 }).embed(['Returns', 'Delivery'], patiently);
    const [request] = server.embeddings.requests;
    expect(request?.path).toBe('/v1/embeddings');
    expect(request?.headers).toMatchObject({ authorization: 'Bearer none' });
    expect(request?.body).toEqual({
      model: MODEL,
      input: ['Returns', 'Delivery'],
      dimensions: 64,
      encoding_format: 'base64',
    });
    expect(vectors).toEqual(['Returns', 'Delivery'].map((text) => new Float32Array(ngramVector(text, 64))));
    expect(counted).toEqual([4]);
  });

  test('sends Azure OpenAI the name of the deployment and a token of the identity', async () => {
    const endpoint = server.url.replace('/v1', '/');
    const token = () => Promise.resolve('token-of-the-identity');
    const azure = { kind: 'azure-openai', endpoint, deployment: 'meaning', token } as const;
    await embedder({ server: azure }).embed(['Returns'], patiently);
    const [request] = server.embeddings.requests;
    expect(request).toMatchObject({ path: '/openai/v1/embeddings', body: { model: 'meaning' } });
    expect(request?.headers).toMatchObject({ authorization: 'Bearer token-of-the-identity' });
  });

  test.each<[string, EmbeddingScript]>([
    ['numbers where base64 was asked for', { floats: true }],
    ['the vectors in another order', { reversed: true }],
  ])('accepts %s', async (_name, script) => {
    server.embeddings.script(script);
    const vectors = await embedder().embed(['one', 'two'], patiently);
    expect(vectors).toEqual(['one', 'two'].map((text) => new Float32Array(ngramVector(text, 1536))));
  });

  test('estimates the tokens if the server does not report them', async () => {
    server.embeddings.script({ usage: false });
    await embedder().embed(['x'.repeat(400)], patiently);
    expect(counted[0]).toBeGreaterThan(50);
  });

  test('without texts sends no request', async () => {
    expect(await embedder().embed([], patiently)).toEqual([]);
    expect(inputs()).toEqual([]);
  });

  test('rejects with the reason of the abort', async () => {
    const stop = new AbortController();
    const reason = new AppError('assistant-unavailable', { reason: 'shutdown' });
    server.embeddings.script({ hang: true });
    const asked = embedder().embed(['one'], { ...patiently, signal: stop.signal });
    await expect.poll(() => inputs().length).toBe(1);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });
});

describe('many texts to embed', () => {
  test('are split into calls of a size that every server accepts', async () => {
    const texts = Array.from({ length: 5000 }, (_, number) => `Section ${number}`);
    const vectors = await embedder({ dimensions: 8 }).embed(texts, patiently);
    expect(vectors).toHaveLength(5000);
    expect(Math.max(...inputs())).toBeLessThanOrEqual(96);
    expect(inputs().reduce((sum, length) => sum + length, 0)).toBe(5000);
  });

  test('are split into more calls if they are long, and an over-long text is cut', async () => {
    const texts = Array.from({ length: 60 }, (_, number) => `${number} `.repeat(4000));
    expect(await embedder({ dimensions: 8 }).embed(texts, patiently)).toHaveLength(60);
    expect(inputs().length).toBeGreaterThan(2);
  });

  test('are split again if a server accepts fewer texts per call', async () => {
    server.embeddings.limits.inputs = 32;
    const texts = Array.from({ length: 90 }, (_, number) => `Section ${number}`);
    const vectors = await embedder({ dimensions: 8 }).embed(texts, patiently);
    expect(vectors).toEqual(texts.map((text) => new Float32Array(ngramVector(text, 8))));
  });

  test('are shortened one by one if a server accepts only short texts', async () => {
    server.embeddings.limits.tokensOfText = 128;
    const texts = ['short', 'long '.repeat(400), 'also short'];
    const vectors = await embedder({ dimensions: 8 }).embed(texts, patiently);
    expect(vectors[0]).toEqual(new Float32Array(ngramVector('short', 8)));
    expect(vectors[1]).toEqual(new Float32Array(ngramVector('long '.repeat(100), 8)));
    expect(vectors[2]).toEqual(new Float32Array(ngramVector('also short', 8)));
  });

  test('count the tokens of answered calls before a failure or an abort', async () => {
    const stop = new AbortController();
    server.embeddings.limits.inputs = 2;
    server.embeddings.script({}, {}, { error: { status: 404 } }, {}, {}, { hang: true });
    const asked = embedder({ dimensions: 8 });
    expect(await reasonOf(asked.embed(['one', 'two', 'three', 'four'], patiently))).toBe('model-not-found');
    expect(counted).toEqual([2]);
    const aborted = asked.embed(['one', 'two', 'three', 'four'], { ...patiently, signal: stop.signal });
    await expect.poll(() => inputs().length).toBe(6);
    stop.abort(new AppError('assistant-unavailable'));
    await expect(aborted).rejects.toThrow();
    expect(counted).toEqual([2, 2]);
  });

  test('are never cut in the middle of a character', async () => {
    await embedder({ dimensions: 8 }).embed([`${'x'.repeat(5999)}😀`], patiently);
    expect(server.embeddings.requests[0]?.body.input[0]?.isWellFormed()).toBe(true);
  });
});

describe('an embedding response', () => {
  test.each<[string, EmbeddingScript]>([
    ['of another length', { change: (all) => all.map((vector) => vector.slice(1)) }],
    ['of two lengths', { change: ([one = [], two = []]) => [one, two.slice(1)] }],
    ['with fewer vectors', { change: (all) => all.slice(1) }],
    ['with more vectors', { change: (all) => [...all, ...all] }],
    [
      'with a value that is not a number',
      { change: (all) => all.map((vector) => [Number.NaN, ...vector.slice(1)]) },
    ],
    [
      'with a JSON value that is not a number',
      { floats: true, change: ([one = [], two = []]) => [one, [NaN, ...two.slice(1)]] },
    ],
    ['with infinity', { change: (all) => all.map((vector) => [Infinity, ...vector.slice(1)]) }],
    ['with only zeros', { change: (all) => all.map((vector) => vector.map(() => 0)) }],
    ['with empty vectors', { change: (all) => all.map(() => []) }],
    ['that is a page', { body: '<html>Sign in</html>' }],
    ['that is invalid JSON', { body: '{"data":[{"embedding":[NaN' }],
    ['without data', { body: '{}' }],
    [
      'with one index twice',
      { body: JSON.stringify({ data: [0, 0].map((index) => ({ index, embedding: [1] })) }) },
    ],
  ])('%s has the wrong protocol and is not retried', async (_name, script) => {
    server.embeddings.always(script);
    const asked = embedder({ dimensions: 8 });
    expect(await reasonOf(asked.embed(['one', 'two'], patiently))).toBe('wrong-protocol');
    expect(asked.problem()).toBe('wrong-protocol');
    expect(inputs()).toEqual([2]);
    server.embeddings.always({});
    await asked.embed(['one'], patiently);
    expect(asked.problem()).toBeUndefined();
  });

  test('has the wrong protocol if its length differs from that of the first response', async () => {
    const asked = embedder();
    await asked.embed(['one'], patiently);
    server.embeddings.script({ change: (all) => all.map((vector) => vector.slice(1)) });
    expect(await reasonOf(asked.embed(['two'], patiently))).toBe('wrong-protocol');
  });
});

describe('an embedding server that refuses', () => {
  test.each([
    [401, 'access-denied'],
    [404, 'model-not-found'],
    [400, 'refused'],
    [413, 'refused'],
  ])('with %i gets few requests', async (status, reason) => {
    server.embeddings.always({ error: { status, body: { error: { message: 'No.' } } } });
    const texts = Array.from({ length: 90 }, () => 'Returns take thirty days. '.repeat(40));
    expect(await reasonOf(embedder().embed(texts, patiently))).toBe(reason);
    expect(inputs().length).toBeLessThan(15);
  });

  test('a parameter gets one request, and none with shorter texts', async () => {
    const error = { message: 'No.', type: 'invalid_request_error', param: 'dimensions' };
    server.embeddings.always({ error: { status: 400, body: { error } } });
    const texts = Array.from({ length: 90 }, () => 'Returns take thirty days. '.repeat(40));
    const failed = embedder({ dimensions: 8 }).embed(texts, patiently);
    await expect(failed).rejects.toMatchObject({ facts: { reason: 'refused', ofParameter: true } });
    expect(inputs()).toEqual([90]);
  });

  test('a vector length fails as refused', async () => {
    server.embeddings.limits.takesDimensions = false;
    expect(await reasonOf(embedder({ dimensions: 8 }).embed(['one'], patiently))).toBe('refused');
  });
});

describe('an embedding server that fails', () => {
  const limited = { error: { status: 429, headers: { 'retry-after': '3' } } };

  test('is retried after the pause that it asks for, and each retry is reported', async () => {
    server.embeddings.script(limited, { error: { status: 500 } });
    await embedder().embed(['one'], patiently);
    expect(inputs()).toEqual([1, 1, 1]);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(3000);
    expect(recorded).toEqual([
      { type: 'retry', operation: 'embedding', attempt: 1 },
      { type: 'retry', operation: 'embedding', attempt: 2 },
    ]);
  });

  test.each<[string, EmbeddingScript, string]>([
    ['429', limited, 'rate-limited'],
    ['500', { error: { status: 500 } }, 'server-error'],
    ['a line that is cut', { die: 'before-headers' }, 'unreachable'],
    ['a line that is cut in the answer', { die: 'in-body' }, 'broken-stream'],
  ])('%s: is retried twice, but not while a visitor waits', async (_name, script, reason) => {
    server.embeddings.always(script);
    expect(await reasonOf(embedder().embed(['one'], patiently))).toBe(reason);
    expect(inputs()).toEqual([1, 1, 1]);
    expect(await reasonOf(embedder().embed(['one'], urgently))).toBe(reason);
    expect(inputs()).toEqual([1, 1, 1, 1]);
  });

  test('and asks for a long pause is not retried, and the caller gets the pause', async () => {
    server.embeddings.script({ error: { status: 429, headers: { 'retry-after': '60' } } });
    await expect(embedder().embed(['one'], patiently)).rejects.toMatchObject({
      facts: { reason: 'rate-limited', retryAfterMs: 60_000 },
    });
    expect(inputs()).toEqual([1]);
  });

  test('without a response times out after ten seconds', async () => {
    server.embeddings.script({ hang: true });
    const reason = reasonOf(embedder().embed(['one'], patiently));
    await expect.poll(() => inputs().length).toBe(1);
    clock.advance(10_000);
    expect(await reason).toBe('timeout');
  });

  test('five times gets no request for half a minute, then one', async () => {
    server.embeddings.always({ error: { status: 500 } });
    const asked = embedder();
    for (let call = 0; call < 5; call++) await reasonOf(asked.embed(['one'], urgently));
    expect(await reasonOf(asked.embed(['one'], urgently))).toBe('circuit-open');
    expect(inputs()).toHaveLength(5);
    server.embeddings.always({});
    clock.advance(30_000);
    await asked.embed(['one'], urgently);
    expect(asked.problem()).toBeUndefined();
  });
});
