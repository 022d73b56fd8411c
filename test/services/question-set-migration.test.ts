import { expect, test } from 'vitest';
import type { Assistant } from '../../src/domain/records/listed-assistant.ts';
import { assistantTests } from '../../src/services/assistants/assistant-tests.ts';
import { questionSetMigration } from '../../src/services/assistants/question-set-migration.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/heard-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/real-random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const AT = '2026-11-20T17:24:00.000Z';
const SET = '7b0f6e8e-6a3c-4d5e-9f10-0123456789ab';
const RUN = '00001763659440000-7b0f6e8e-6a3c-4d5e-9f10-0123456789ac';

const store = freshFixture(() => openSqlite());

function service() {
  const { ledger } = store;
  const ports = { ledger, clock: manualClock(), random: realRandom, telemetry: recordingTelemetry() };
  const known: Assistant = {
    id: 'default',
    name: 'Ada',
    instructions: 'Be brief.',
    greeting: '',
    knowledge: { kind: 'documents' },
    handoff: 'when-unsure',
    isDefault: true,
    documents: [],
    etag: '"1"',
  };
  const assistants = {
    find: (id: string) => Promise.resolve(id === 'default' || id === 'mia' ? { ...known, id } : undefined),
    defaultId: () => Promise.resolve('default'),
  };
  const migrate = questionSetMigration({ ...ports, assistants });
  return assistantTests({ ...ports, assistants, migrate });
}

/** A set, its questions and its evaluations, as the release before stored them. */
async function storeSet(id: string, runs: readonly { id: string; assistantId: string }[]): Promise<void> {
  const write = (kind: string, key: string, value: object) => store.ledger.write(kind, key, value, 'absent');
  await write('question-sets', id, { name: 'Shop', questions: 3, next: 4, createdAt: AT, updatedAt: AT });
  await write(`questions-${id}`, '00000001', {
    turns: ['Hello?', 'What does delivery cost?'],
    facts: [
      { text: '£4', alternatives: ['four pounds'] },
      { text: 'two days', alternatives: [] },
    ],
  });
  await write(`questions-${id}`, '00000002', { turns: ['Do you sell cars?'], facts: [] });
  await write(`questions-${id}`, '00000003', { not: 'a question' });
  for (const run of runs) {
    await write(`evaluation-runs-${id}`, run.id, {
      assistantId: run.assistantId,
      subject: 'live',
      state: 'done',
    });
    await write(`evaluation-answers-${run.id}`, '00000001', { number: 1, content: 'It is £4.' });
    await write('evaluation-queue', run.id, { setId: id });
  }
}

const KINDS = [
  'question-sets',
  `questions-${SET}`,
  `evaluation-runs-${SET}`,
  `evaluation-answers-${RUN}`,
  'evaluation-queue',
];

test('stored question sets become tests of the assistant that was evaluated last, and are gone', async () => {
  await storeSet(SET, [
    { id: RUN.replace('9440', '9430'), assistantId: 'default' },
    { id: RUN, assistantId: 'mia' },
  ]);
  const tests = service();
  const kept = await tests.list('mia');
  expect(kept.map(({ turns, expected }) => ({ turns, expected }))).toEqual(
    expect.arrayContaining([
      {
        turns: [
          { role: 'visitor', content: 'Hello?' },
          { role: 'visitor', content: 'What does delivery cost?' },
        ],
        expected: '£4 or four pounds\ntwo days',
      },
      {
        turns: [{ role: 'visitor', content: 'Do you sell cars?' }],
        expected: 'The assistant says that it does not know.',
      },
    ]),
  );
  expect(kept).toHaveLength(2);
  expect(await tests.list('default')).toEqual([]);
  for (const kind of KINDS) expect(await store.ledger.list(kind), kind).toEqual([]);
});

test('a set that was never evaluated, or with a deleted assistant, is the default one’s', async () => {
  await storeSet(SET, []);
  await storeSet(SET.replace('7b', '8b'), [{ id: RUN, assistantId: 'gone' }]);
  expect(await service().list('default')).toHaveLength(4);
});

test('an interrupted migration is finished by the next one, without a second copy', async () => {
  await storeSet(SET, []);
  await service().list('default');
  // As it is where the tests were written, and the set was not deleted yet.
  await storeSet(SET, []);
  expect(await service().list('default')).toHaveLength(2);
});
