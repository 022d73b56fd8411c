import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openaiEmbedder, type OpenAiEmbedderOptions } from '../../src/adapters/model/embedder.ts';
import { AppError } from '../../src/domain/errors.ts';
import { ModelFailure } from '../../src/domain/model-failure.ts';
import type { Embedder, TelemetryEvent } from '../../src/ports.ts';
import type { EmbeddingScript } from '../fakes/model/embeddings.ts';
import { ngramVector } from '../fakes/model/ngram-vector.ts';
import { startModelServer, type ModelServer } from '../fakes/model-server.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/real-random.ts';

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

describe('a call', () => {
  test('asks for base64 and the wanted length, and gives the vectors in order, with their tokens', async () => {
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

  test('reaches Azure OpenAI by the deployment, with a token of the identity', async () => {
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
  ])('takes %s', async (_name, script) => {
    server.embeddings.script(script);
    const vectors = await embedder().embed(['one', 'two'], patiently);
    expect(vectors).toEqual(['one', 'two'].map((text) => new Float32Array(ngramVector(text, 1536))));
  });

  test('estimates the tokens where the server does not tell them', async () => {
    server.embeddings.script({ usage: false });
    await embedder().embed(['x'.repeat(400)], patiently);
    expect(counted[0]).toBeGreaterThan(50);
  });

  test('of nothing asks for nothing', async () => {
    expect(await embedder().embed([], patiently)).toEqual([]);
    expect(inputs()).toEqual([]);
  });

  test('is aborted with its reason', async () => {
    const stop = new AbortController();
    const reason = new AppError('assistant-unavailable', { reason: 'shutdown' });
    server.embeddings.script({ hang: true });
    const asked = embedder().embed(['one'], { ...patiently, signal: stop.signal });
    await expect.poll(() => inputs().length).toBe(1);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });
});

describe('many texts', () => {
  test('go in calls that every server takes', async () => {
    const texts = Array.from({ length: 5000 }, (_, number) => `Section ${number}`);
    const vectors = await embedder({ dimensions: 8 }).embed(texts, patiently);
    expect(vectors).toHaveLength(5000);
    expect(Math.max(...inputs())).toBeLessThanOrEqual(96);
    expect(inputs().reduce((sum, length) => sum + length, 0)).toBe(5000);
  });

  test('that are long go in more calls, and an over-long one is cut', async () => {
    const texts = Array.from({ length: 60 }, (_, number) => `${number} `.repeat(4000));
    expect(await embedder({ dimensions: 8 }).embed(texts, patiently)).toHaveLength(60);
    expect(inputs().length).toBeGreaterThan(2);
  });

  test('are divided where a server takes fewer at once', async () => {
    server.embeddings.limits.inputs = 32;
    const texts = Array.from({ length: 90 }, (_, number) => `Section ${number}`);
    const vectors = await embedder({ dimensions: 8 }).embed(texts, patiently);
    expect(vectors).toEqual(texts.map((text) => new Float32Array(ngramVector(text, 8))));
  });

  test('are shortened, each by itself, where a server takes only short ones', async () => {
    server.embeddings.limits.tokensOfText = 128;
    const texts = ['short', 'long '.repeat(400), 'also short'];
    const vectors = await embedder({ dimensions: 8 }).embed(texts, patiently);
    expect(vectors[0]).toEqual(new Float32Array(ngramVector('short', 8)));
    expect(vectors[1]).toEqual(new Float32Array(ngramVector('long '.repeat(100), 8)));
    expect(vectors[2]).toEqual(new Float32Array(ngramVector('also short', 8)));
  });

  test('count the parts that were answered before one that failed, also after an abort', async () => {
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

  test('half of a character is never sent', async () => {
    await embedder({ dimensions: 8 }).embed([`${'x'.repeat(5999)}😀`], patiently);
    expect(server.embeddings.requests[0]?.body.input[0]?.isWellFormed()).toBe(true);
  });
});

describe('a wrong answer', () => {
  test.each<[string, EmbeddingScript]>([
    ['of another length', { change: (all) => all.map((vector) => vector.slice(1)) }],
    ['of two lengths', { change: ([one = [], two = []]) => [one, two.slice(1)] }],
    ['with fewer vectors', { change: (all) => all.slice(1) }],
    ['with more vectors', { change: (all) => [...all, ...all] }],
    ['with what is no number', { change: (all) => all.map((vector) => [Number.NaN, ...vector.slice(1)]) }],
    [
      'with no number, as JSON',
      { floats: true, change: ([one = [], two = []]) => [one, [NaN, ...two.slice(1)]] },
    ],
    ['with infinity', { change: (all) => all.map((vector) => [Infinity, ...vector.slice(1)]) }],
    ['with zeros alone', { change: (all) => all.map((vector) => vector.map(() => 0)) }],
    ['with empty vectors', { change: (all) => all.map(() => []) }],
    ['that is a page', { body: '<html>Sign in</html>' }],
    ['that is no JSON', { body: '{"data":[{"embedding":[NaN' }],
    ['without data', { body: '{}' }],
    [
      'with one index twice',
      { body: JSON.stringify({ data: [0, 0].map((index) => ({ index, embedding: [1] })) }) },
    ],
  ])('%s is the wrong protocol, and not tried again', async (_name, script) => {
    server.embeddings.always(script);
    const asked = embedder({ dimensions: 8 });
    expect(await reasonOf(asked.embed(['one', 'two'], patiently))).toBe('wrong-protocol');
    expect(asked.problem()).toBe('wrong-protocol');
    expect(inputs()).toEqual([2]);
    server.embeddings.always({});
    await asked.embed(['one'], patiently);
    expect(asked.problem()).toBeUndefined();
  });

  test('without a wanted length, the first answer tells it', async () => {
    const asked = embedder();
    await asked.embed(['one'], patiently);
    server.embeddings.script({ change: (all) => all.map((vector) => vector.slice(1)) });
    expect(await reasonOf(asked.embed(['two'], patiently))).toBe('wrong-protocol');
  });
});

describe('a server that refuses', () => {
  test.each([
    [401, 'access-denied'],
    [404, 'model-not-found'],
    [400, 'refused'],
    [413, 'refused'],
  ])('with %i is not asked for ever', async (status, reason) => {
    server.embeddings.always({ error: { status, body: { error: { message: 'No.' } } } });
    const texts = Array.from({ length: 90 }, () => 'Returns take thirty days. '.repeat(40));
    expect(await reasonOf(embedder().embed(texts, patiently))).toBe(reason);
    expect(inputs().length).toBeLessThan(15);
  });

  test('a parameter is asked once, and not again with shorter texts', async () => {
    const error = { message: 'No.', type: 'invalid_request_error', param: 'dimensions' };
    server.embeddings.always({ error: { status: 400, body: { error } } });
    const texts = Array.from({ length: 90 }, () => 'Returns take thirty days. '.repeat(40));
    const failed = embedder({ dimensions: 8 }).embed(texts, patiently);
    await expect(failed).rejects.toMatchObject({ facts: { reason: 'refused', ofParameter: true } });
    expect(inputs()).toEqual([90]);
  });

  test('a length that a model cannot have is told', async () => {
    server.embeddings.limits.takesDimensions = false;
    expect(await reasonOf(embedder({ dimensions: 8 }).embed(['one'], patiently))).toBe('refused');
  });
});

describe('a server with trouble', () => {
  const limited = { error: { status: 429, headers: { 'retry-after': '3' } } };

  test('is asked again after the pause that it wants, and each retry is told', async () => {
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
  ])('%s: two retries, and none while a visitor waits', async (_name, script, reason) => {
    server.embeddings.always(script);
    expect(await reasonOf(embedder().embed(['one'], patiently))).toBe(reason);
    expect(inputs()).toEqual([1, 1, 1]);
    expect(await reasonOf(embedder().embed(['one'], urgently))).toBe(reason);
    expect(inputs()).toEqual([1, 1, 1, 1]);
  });

  test('that wants a long pause is left alone, and the caller is told how long', async () => {
    server.embeddings.script({ error: { status: 429, headers: { 'retry-after': '60' } } });
    await expect(embedder().embed(['one'], patiently)).rejects.toMatchObject({
      facts: { reason: 'rate-limited', retryAfterMs: 60_000 },
    });
    expect(inputs()).toEqual([1]);
  });

  test('that does not answer is given up after ten seconds', async () => {
    server.embeddings.script({ hang: true });
    const reason = reasonOf(embedder().embed(['one'], patiently));
    await expect.poll(() => inputs().length).toBe(1);
    clock.advance(10_000);
    expect(await reason).toBe('timeout');
  });

  test('is not asked for half a minute after five failures, then by one call', async () => {
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
