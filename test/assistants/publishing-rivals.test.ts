import { expect, test } from 'vitest';
import type { AssistantEdit } from '../../src/assistants/records/assistant.ts';
import type { Ledger } from '../../src/ports.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { assistantInstance } from '../support/parts/assistant-instance.ts';

const OLD: AssistantEdit = {
  name: 'Mia',
  instructions: 'Old.',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
};
const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => passingClock());
const instance = (ledger: Ledger = store.ledger) => assistantInstance({ ledger, clock, first: OLD });

test('a draft is not published over a change that another admin makes during the publication', async () => {
  const other = instance();
  const { id } = await other.assistants.create({ ...OLD, isDefault: false });
  await other.drafts.save(id, { ...OLD, instructions: 'Of the draft.' });
  let isChanged = false;
  const interrupted = instance({
    ...store.ledger,
    async write(kind, ...given) {
      if (kind === 'assistant-records' && !isChanged) {
        isChanged = true;
        await other.assistants.update(id, { ...OLD, instructions: 'Of the other admin.', isDefault: false });
      }
      return await store.ledger.write(kind, ...given);
    },
  });
  expect(await refusal(interrupted.drafts.publish(id, { overwrite: false, expected: undefined }))).toBe(
    'draft-conflict',
  );
  expect(isChanged).toBe(true);
  const live = await instance().records.find(id);
  expect(live?.value.instructions).toBe('Of the other admin.');
});
