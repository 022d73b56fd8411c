import { AppError, invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { StoredTest, type AssistantTest } from './records/assistant-test.ts';
import type { Ports } from '../ports.ts';
import { removeDocument } from '../platform/ledger-documents.ts';
import { ledgerRecords, refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { Assistants } from './assistants.ts';

interface ListedTest extends StoredTest {
  id: string;
  etag: string;
}

/** The maximum number of tests per assistant; a run calls the model for each. */
const MAX_TESTS = 200;

const testsOf = (assistantId: string) => `assistant-tests-${assistantId}`;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  assistants: Pick<Assistants, 'find'>;
};

/**
 * The tests of assistants. A missing assistant is `assistant-not-found`, a missing test `not-found`. Stores
 * tests in the ledger, one document each.
 */
export function assistantTests(dependencies: Dependencies) {
  const { assistants, clock, ledger, random } = dependencies;
  const records = (assistantId: string) =>
    ledgerRecords({
      ...dependencies,
      kind: testsOf(assistantId),
      schema: StoredTest,
      missing: 'not-found',
    });

  async function requireAssistant(assistantId: string): Promise<void> {
    if (!(await assistants.find(assistantId))) throw new AppError('assistant-not-found');
  }

  return {
    /** Newest first. */
    async list(assistantId: string): Promise<ListedTest[]> {
      await requireAssistant(assistantId);
      const tests = (await records(assistantId).list()).map(listedTest);
      return tests.toSorted(
        (one, other) => other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id),
      );
    },

    /** Throws `validation-failed` if the assistant already has MAX_TESTS tests. */
    async create(assistantId: string, test: AssistantTest): Promise<ListedTest> {
      await requireAssistant(assistantId);
      const tests = records(assistantId);
      if ((await tests.list()).length >= MAX_TESTS) {
        throw invalidField('turns', `are one test too many: an assistant has ${MAX_TESTS} at most`);
      }
      const createdAt = nowIso(clock);
      return listedTest(await tests.create(random.uuid(), { ...test, createdAt }));
    },

    async change(
      assistantId: string,
      id: string,
      test: AssistantTest,
      expected?: Expected,
    ): Promise<ListedTest> {
      await requireAssistant(assistantId);
      const changed = await records(assistantId).change(id, ({ value: { createdAt }, etag }) => {
        refuseStale(etag, expected);
        return { ...test, createdAt };
      });
      return listedTest(changed);
    },

    async remove(assistantId: string, id: string): Promise<void> {
      await requireAssistant(assistantId);
      await records(assistantId).remove(id, () => undefined);
    },

    /** Deletes the tests of a deleted assistant. */
    async removeAll(assistantId: string): Promise<void> {
      const kind = testsOf(assistantId);
      for (const { id } of await ledger.list(kind)) {
        await removeDocument('assistant-test', dependencies, { kind, id, schema: StoredTest });
      }
    },
  };
}

function listedTest({ id, value, etag }: { id: string; value: StoredTest; etag: string }): ListedTest {
  return { id, ...value, etag };
}
