import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { Health } from '../../src/operations/records/health.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const TOPICS = ['Returns', 'Delivery', 'Opening hours', 'Gift cards', 'Repairs', 'Jobs', 'Press', 'Contact'];
const QUESTION = 'wiederherstellbare Returnflaschen';

const clock = movedClock();
const knowledge = knowledgeFolder(
  Object.fromEntries(
    TOPICS.map((topic) => [`${topic}.md`, `# ${topic}\n\nAll about ${topic.toLowerCase()}.`]),
  ),
);
const server = freshFixture(() => startModelServer());
let service: RunningService;
afterEach(() => service.close());

async function start(settings: Record<string, string> = {}): Promise<void> {
  service = await startService({
    clock,
    settings: {
      OPENAI_BASE_URL: server.url,
      OPENAI_MODEL: 'gpt-5.6-luna',
      EMBEDDING_MODEL: 'text-embedding-3-small',
      KNOWLEDGE_DIR: knowledge,
      KNOWLEDGE_PROMPT_TOKENS: '0',
      ...settings,
    },
  });
}
const ask = async (message: string) => {
  const answer = await service.post('/api/chat', { message });
  expect(answer.status).toBe(200);
  return answer;
};
const prompt = () =>
  server.requests
    .at(-1)
    ?.messages.map(({ content }) => content)
    .join('\n') ?? '';
const problems = async () => {
  // Health is kept for ten seconds, and what the work stored for a minute.
  clock.advance(61_000);
  return Health.parse(await (await service.get('/api/health')).json()).problems;
};
/** The index is loaded in the background with the first question. */
async function searched(): Promise<void> {
  await expect
    .poll(async () => {
      await ask(`${QUESTION} ${server.requests.length}`);
      return server.embeddings.requests.some(({ body }) => body.input[0]?.startsWith(QUESTION));
    })
    .toBe(true);
}

describe('with a model that embeds texts', () => {
  test('sections are embedded, and a section without a common word with the question is found', async () => {
    await start();
    await service.services.sectionEmbedding.run();
    expect(server.embeddings.requests[0]?.body).toMatchObject({
      model: 'text-embedding-3-small',
      dimensions: 512,
    });
    expect(server.embeddings.requests.flatMap(({ body }) => body.input)).toHaveLength(TOPICS.length);
    await searched();
    expect(prompt()).toContain('All about returns.');
    expect(await problems()).toEqual([]);
  });

  test('the embedding tokens of a question count in the tokens and the cost of its answer', async () => {
    await start();
    await service.services.sectionEmbedding.run();
    await searched();
    const embedded = () => server.embeddings.requests.flatMap(({ body }) => body.input).slice(TOPICS.length);
    const before = embedded().length;
    const answer = await ask('wiederherstellbare Giftflaschen');
    expect(embedded().slice(before)).toEqual(['wiederherstellbare Giftflaschen']);
    const { usage } = (await answer.json()) as { usage: { inputTokens: number; outputTokens: number } };
    expect(usage.inputTokens).toBe(120 + Math.ceil('wiederherstellbare Giftflaschen'.length / 4));
  });

  test('the embedding tokens of a question count even if the model fails', async () => {
    await start();
    await service.services.sectionEmbedding.run();
    await searched();
    server.script({ error: { status: 400 } });
    const sessionId = randomUUID();
    const failed = await service.post('/api/chat', { sessionId, message: 'wiederherstellbare Giftflaschen' });
    expect(failed.status).toBe(200);
    const stored = await service.services.archive.read(sessionId);
    const { inputTokens } = await stored.transcript();
    expect(inputTokens).toBe(Math.ceil('wiederherstellbare Giftflaschen'.length / 4));
  });

  test('knowledge that fits into the prompt is not searched by meaning', async () => {
    await start({ KNOWLEDGE_PROMPT_TOKENS: '12000' });
    await service.services.sectionEmbedding.run();
    const before = server.embeddings.requests.length;
    await ask(QUESTION);
    expect(server.embeddings.requests).toHaveLength(before);
    expect(prompt()).toContain('All about returns.');
  });

  test.each([
    ['that is unavailable', { error: { status: 503 } }, 'unreachable', 'does not answer'],
    ['that refuses access', { error: { status: 401 } }, 'access-denied', 'OPENAI_API_KEY'],
    [
      'that answers with wrong vectors',
      { change: () => [[1, 2, 3]] },
      'wrong-answer',
      'expected number and length',
    ],
  ])(
    'a server %s is reported as a problem, and the search uses words only',
    async (_name, script, reason, words) => {
      await start();
      server.embeddings.always(script);
      await service.services.sectionEmbedding.run();
      await ask('Gift cards?');
      expect(prompt()).toContain('All about gift cards.');
      expect(await problems()).toEqual([
        {
          component: 'embeddings',
          reason,
          setting: expect.any(String),
          message: expect.stringContaining(words),
        },
      ]);
      server.embeddings.always({});
      clock.advance(60_000);
      await service.services.sectionEmbedding.run();
      expect(await problems()).toEqual([]);
    },
  );

  test('a server that hangs later does not delay an answer', async () => {
    await start();
    await service.services.sectionEmbedding.run();
    await searched();
    server.embeddings.always({ hang: true });
    await ask('Gift cards for my sister?');
    expect(prompt()).toContain('All about gift cards.');
  });
});

test('without an embedding model, no text is embedded', async () => {
  await start({ EMBEDDING_MODEL: '' });
  await service.services.sectionEmbedding.run();
  await ask('Gift cards?');
  expect(server.embeddings.requests).toEqual([]);
});
