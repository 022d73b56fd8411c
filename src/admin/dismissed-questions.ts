import * as z from 'zod/mini';
import { nowIso, time, uuid } from '../lib/fields.ts';
import type { SettledQuestions } from '../assistants/rules/questions.ts';
import type { Ports } from '../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

const Dismissals = z.object({
  /** `questions`: ids of visitors' messages; without content. */
  dismissals: z.readonly(z.array(z.object({ at: time(), questions: z.readonly(z.array(uuid())) }))),
});

const DOCUMENT = {
  kind: 'dismissed-questions',
  id: 'all',
  schema: Dismissals,
  consistency: 'strong',
} as const;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>;

/** The questions that admins have dismissed, in one document of the ledger. */
export function dismissedQuestions(dependencies: Dependencies) {
  const { clock, ledger } = dependencies;

  const list = async (): Promise<readonly SettledQuestions[]> =>
    (await readDocument(ledger, DOCUMENT))?.value.dismissals ?? [];

  async function change(
    compute: (before: readonly SettledQuestions[]) => readonly SettledQuestions[],
  ): Promise<void> {
    await updateDocument('dismiss-questions', dependencies, DOCUMENT, (stored) => ({
      value: { dismissals: compute(stored?.value.dismissals ?? []) },
      result: undefined,
    }));
  }

  return {
    list,
    has: async (messageId: string): Promise<boolean> =>
      (await list()).some(({ questions }) => questions.includes(messageId)),

    /** `listable`: the ids that can still be listed. Others are forgotten, which bounds the document. */
    add(ids: ReadonlySet<string>, listable: readonly string[]): Promise<void> {
      const known = new Set(listable);
      const kept = ({ at, questions }: SettledQuestions): SettledQuestions[] => {
        const left = questions.filter((id) => known.has(id) && !ids.has(id));
        return left.length > 0 ? [{ at, questions: left }] : [];
      };
      return change((before) => [...before.flatMap(kept), { at: nowIso(clock), questions: [...ids] }]);
    },

    /** Removes the dismissal of a question, which includes the similar ones. */
    remove: (messageId: string): Promise<void> =>
      change((before) => before.filter(({ questions }) => !questions.includes(messageId))),
  };
}
