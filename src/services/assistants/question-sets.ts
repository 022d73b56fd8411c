import { AppError, invalidField } from '../../domain/errors.ts';
import {
  EvaluationQuestion,
  publicQuestionSet,
  questionOf,
  QuestionSet,
  type PublicQuestionSet,
  type QuestionLine,
} from '../../domain/records/evaluation.ts';
import { MAX_QUESTIONS } from '../../domain/question-lines.ts';
import type { Ports } from '../../ports.ts';
import { ledgerRecords, refuseStale, type Expected } from '../platform/ledger-records.ts';
import { readDocument, removeDocument } from '../platform/ledger-documents.ts';

/** A question set as it is listed. */
export interface ListedSet extends PublicQuestionSet {
  id: string;
  etag: string;
}

/** A question with its number in the set. */
export interface NumberedQuestion extends EvaluationQuestion {
  number: number;
}

/** The question sets of admins; a missing one is `question-set-not-found`. */
export interface QuestionSets {
  /** By name. */
  list(): Promise<ListedSet[]>;
  find(id: string): Promise<ListedSet>;
  /** In the order in which they were added. */
  questions(id: string): Promise<NumberedQuestion[]>;
  create(name: string): Promise<ListedSet>;
  rename(id: string, name: string, expected?: Expected): Promise<ListedSet>;
  /**
   * Adds questions; one that the set has already is not added again, so that a call can be repeated.
   * `validation-failed` where there would be too many.
   */
  add(id: string, lines: readonly QuestionLine[]): Promise<ListedSet>;
  /** Removes a question, if the set has it. */
  removeQuestion(id: string, number: number): Promise<ListedSet>;
  /** Deletes a set; its questions are deleted by `clear`. */
  remove(id: string): Promise<void>;
  /** Deletes the questions of a deleted set. */
  clear(id: string): Promise<void>;
}

const SETS = 'question-sets';
/** The most sets of a deployment. */
const MAX_SETS = 100;
/** How many questions are written at a time. */
const BATCH = 16;

const kindOf = (setId: string) => `questions-${setId}`;
/** Ids are listed in the order of their text. */
const idOf = (number: number) => String(number).padStart(8, '0');

/** Stores sets in the ledger, each question as a separate document. */
export function questionSets(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): QuestionSets {
  const { clock, ledger, random } = dependencies;
  const now = () => new Date(clock.now()).toISOString();
  const records = ledgerRecords({
    ...dependencies,
    kind: SETS,
    schema: QuestionSet,
    missing: 'question-set-not-found',
  });
  const documentOf = (setId: string, number: number) => ({
    kind: kindOf(setId),
    id: idOf(number),
    schema: EvaluationQuestion,
  });

  async function find(id: string): Promise<ListedSet> {
    const record = await records.find(id);
    if (!record) throw new AppError('question-set-not-found');
    return listed(record);
  }

  async function questions(id: string): Promise<NumberedQuestion[]> {
    const entries = await ledger.list(kindOf(id));
    return entries.map((entry) => ({
      number: Number(entry.id),
      ...EvaluationQuestion.parse(entry.value),
    }));
  }

  async function write(setId: string, number: number, question: EvaluationQuestion): Promise<void> {
    const written = await ledger.write(kindOf(setId), idOf(number), question, 'absent');
    if (written === undefined) throw new Error('A number that was reserved just now is taken.');
  }

  async function removeQuestions(id: string): Promise<void> {
    const all = await questions(id);
    for (let from = 0; from < all.length; from += BATCH) {
      const batch = all.slice(from, from + BATCH);
      await Promise.all(
        batch.map(({ number }) => removeDocument('question', dependencies, documentOf(id, number))),
      );
    }
  }

  return {
    find,
    questions,

    async list() {
      const all = await records.list();
      return all.map(listed).toSorted((one, other) => one.name.localeCompare(other.name));
    },

    async create(name) {
      if ((await records.list()).length >= MAX_SETS) {
        const message = `is one too many: a deployment has ${MAX_SETS} question sets at most`;
        throw invalidField('name', message);
      }
      const at = now();
      const set = { name, questions: 0, next: 1, createdAt: at, updatedAt: at };
      return listed(await records.create(random.uuid(), set));
    },

    async rename(id, name, expected) {
      return listed(
        await records.change(id, ({ value, etag }) => {
          refuseStale(etag, expected);
          return { ...value, name, updatedAt: now() };
        }),
      );
    },

    async add(id, lines) {
      const known = new Set((await questions(id)).map(({ number: _number, ...question }) => keyOf(question)));
      const added = lines.map(questionOf).filter((question) => {
        const key = keyOf(question);
        const isNew = !known.has(key);
        known.add(key);
        return isNew;
      });
      const record = await records.change(id, ({ value }) => {
        if (known.size > MAX_QUESTIONS) {
          const message = `are too many: a set has ${MAX_QUESTIONS} questions at most`;
          throw invalidField('questions', message);
        }
        return { ...value, questions: known.size, next: value.next + added.length, updatedAt: now() };
      });
      const first = record.value.next - added.length;
      for (let from = 0; from < added.length; from += BATCH) {
        const batch = added.slice(from, from + BATCH);
        await Promise.all(batch.map((question, index) => write(id, first + from + index, question)));
      }
      // Questions are deleted after their set, so an addition during the deletion removes its own again.
      if (!(await records.find(id, 'strong'))) await removeQuestions(id);
      return listed(record);
    },

    async removeQuestion(id, number) {
      await find(id);
      const stored = await readDocument(ledger, documentOf(id, number));
      if (stored) await removeDocument('question', dependencies, documentOf(id, number));
      return listed(
        await records.change(id, ({ value }) =>
          stored ? { ...value, questions: Math.max(0, value.questions - 1), updatedAt: now() } : value,
        ),
      );
    },

    remove: (id) => records.remove(id, () => undefined),
    clear: removeQuestions,
  };
}

const keyOf = ({ turns, facts }: EvaluationQuestion): string => JSON.stringify([turns, facts]);

function listed({ id, value, etag }: { id: string; value: QuestionSet; etag: string }): ListedSet {
  return { id, ...publicQuestionSet(value), etag };
}
