import * as z from 'zod/mini';
import { derivedId } from '../../domain/ids.ts';
import type { StoredTest } from '../../domain/records/assistant-test.ts';
import type { Ports } from '../../ports.ts';
import { readable } from '../platform/ledger-documents.ts';
import { testsOf } from './assistant-tests.ts';
import type { Assistants } from './assistants.ts';

const Question = z.object({
  turns: z.array(z.string()),
  /** Empty: the assistant should give no answer. */
  facts: z.array(z.object({ text: z.string(), alternatives: z.array(z.string()) })),
});
const Run = z.object({ assistantId: z.string() });

type Dependencies = Pick<Ports, 'clock' | 'ledger'> & { assistants: Pick<Assistants, 'find' | 'defaultId'> };

const NO_ANSWER = 'The assistant says that it does not know.';

/**
 * Migrates the question sets of an earlier release to tests, and deletes the sets with their evaluations. The
 * tests belong to the assistant that was last evaluated with the set, else to the default one. Each step is
 * idempotent, so the next run completes an interrupted one.
 */
export function questionSetMigration({ clock, ledger, assistants }: Dependencies): () => Promise<void> {
  async function removeAll(kind: string): Promise<void> {
    for (const { id, version } of await ledger.list(kind)) await ledger.remove(kind, id, version);
  }

  /** Run ids start with their time, so the last listed run is the newest. */
  async function assistantOf(runs: readonly { value: unknown }[]): Promise<string> {
    const newest = z.safeParse(Run, runs.at(-1)?.value).data?.assistantId;
    const isThere = newest !== undefined && (await assistants.find(newest)) !== undefined;
    return isThere ? newest : await assistants.defaultId();
  }

  async function move(setId: string): Promise<void> {
    const runsKind = `evaluation-runs-${setId}`;
    const runs = await ledger.list(runsKind);
    const target = testsOf(await assistantOf(runs));
    const createdAt = new Date(clock.now()).toISOString();
    const questionsKind = `questions-${setId}`;
    for (const { id, value } of readable(await ledger.list(questionsKind), Question)) {
      const test = { ...testIn(value), createdAt };
      await ledger.write(target, derivedId('question', `${setId} ${id}`), test, 'absent');
    }
    await removeAll(questionsKind);
    for (const { id } of runs) await removeAll(`evaluation-answers-${id}`);
    await removeAll(runsKind);
  }

  return async () => {
    const sets = await ledger.list('question-sets', 'strong');
    for (const { id, version } of sets) {
      await move(id);
      await ledger.remove('question-sets', id, version);
    }
    if (sets.length > 0) await removeAll('evaluation-queue');
  };
}

function testIn({ turns, facts }: z.output<typeof Question>): Omit<StoredTest, 'createdAt'> {
  const wanted = facts.map(({ text, alternatives }) => [text, ...alternatives].join(' or '));
  return {
    turns: turns.map((content) => ({ role: 'visitor', content })),
    expected: wanted.length === 0 ? NO_ANSWER : wanted.join('\n'),
  };
}
