import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { ConversationStore } from '../../src/ports.ts';
import { questions } from '../../src/admin/questions.ts';
import { agentDrafts } from '../../src/desk/agent-drafts.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { START } from '../support/stores/conversations.ts';
import { longConversation } from '../support/stores/long-conversation.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const LENGTH = 3000;
const sqlite = freshFixture(() => openSqlite());
const clock = manualClock(Date.parse(START));
let sessionId: string;
let read: number;
beforeEach(async () => {
  sessionId = randomUUID();
  read = 0;
  await longConversation(sqlite.conversations, sessionId, LENGTH);
});

/** A store that counts the messages that are read. */
const store = (): ConversationStore => ({
  ...sqlite.conversations,
  async messages(...range) {
    const found = await sqlite.conversations.messages(...range);
    read += found.length;
    return found;
  },
});

async function messageAt(seq: number) {
  const [message] = await sqlite.conversations.messages(sessionId, seq - 1, 1);
  if (!message) throw new Error('There is no such message.');
  return message;
}

test('a question in a long conversation is shown without reading the whole conversation', async () => {
  const { id } = await messageAt(10);
  const addedAnswers = { list: () => Promise.resolve([]) };
  const readWords = () => Promise.resolve([]);
  const assistants = { defaultId: () => Promise.resolve('default') };
  const details = await questions({
    store: store(),
    ledger: sqlite.ledger,
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
    readWords,
    addedAnswers,
    assistants,
  }).find(sessionId, id);
  expect(details.question).toBe('Word 9');
  expect(read).toBeLessThanOrEqual(100);
});

test('a summary of a long conversation reads its end', async () => {
  const answerer = scriptedAnswerer();
  const drafts = agentDrafts({
    store: store(),
    answerer,
    clock,
    random: realRandom,
    telemetry: recordingTelemetry(),
    requestBudget: { pause: (work) => work() },
    stopping: new AbortController().signal,
    conversations: {
      change: (_sessionId, compute) =>
        Promise.resolve(compute(undefined)).then(({ result }) => ({ isDuplicate: false, result }) as const),
    },
    profiles: {
      profileFor: () =>
        Promise.resolve({
          name: 'Ada',
          instructions: '',
          greeting: '',
          handoff: 'never',
          knowledge: { kind: 'folder', folder: '' },
        }),
    },
    hasModel: true,
    pricing: () => undefined,
  });
  await drafts.summary(sessionId);
  expect(answerer.calls[0]?.history[0]?.content).toContain(`Word ${LENGTH - 1}`);
  expect(read).toBeLessThanOrEqual(400);
});
