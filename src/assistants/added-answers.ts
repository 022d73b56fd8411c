import { nowIso } from '../lib/fields.ts';
import {
  answersIn,
  MAX_ANSWERS_LENGTH,
  nextAnswersDocument,
  withAnswer,
  withoutAnswer,
  type AddedAnswer,
} from '../knowledge/rules/added-answers.ts';
import { AppError, invalidField } from '../core/errors.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { ANSWERS } from '../knowledge/rules/documents.ts';
import type { Ports } from '../ports.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { AssistantDocuments, VersionedText } from './assistant-documents.ts';
import type { Assistants } from './assistants.ts';

/** An added answer with its assistant and its document. */
interface ListedAnswer extends AddedAnswer {
  assistantId: string;
  document: string;
}

interface AnswersDocument {
  name: string;
  /** The entity tag of the document; also set if it does not exist yet. */
  etag: string;
}

type Dependencies = Pick<Ports, 'clock' | 'random'> & {
  assistants: Pick<Assistants, 'find' | 'list'>;
  documents: Pick<AssistantDocuments, 'documentsOf' | 'edit' | 'find' | 'list' | 'texts'>;
};

/** The entity tag of a document that does not exist yet. */
const NEW_DOCUMENT = '"new"';

export function addedAnswers(dependencies: Dependencies) {
  const { assistants, documents, clock, random } = dependencies;

  async function requireAssistant(assistantId: string): Promise<void> {
    if (!(await assistants.find(assistantId))) throw new AppError('assistant-not-found');
  }

  async function next(assistantId: string): Promise<AnswersDocument> {
    const name = nextAnswersDocument(await documents.list(assistantId));
    return { name, etag: etagOf(await documents.find(assistantId, name)) };
  }

  async function answersOf(assistantId: string): Promise<ListedAnswer[]> {
    const listed = await documents.documentsOf(assistantId, ANSWERS);
    const texts = await documents.texts(assistantId, listed);
    return texts.flatMap(({ name: document, markdown }) =>
      answersIn(markdown).map((answer) => ({ ...answer, assistantId, document })),
    );
  }

  return {
    /** The answers of all assistants, newest first. */
    async list(): Promise<ListedAnswer[]> {
      const all = await assistants.list();
      const having = all.filter((assistant) => assistant.documents.some(({ source }) => source === ANSWERS));
      const answers = await Promise.all(having.map(({ id }) => answersOf(id)));
      return answers.flat().toSorted((one, other) => other.addedAt.localeCompare(one.addedAt));
    },

    async next(assistantId: string): Promise<AnswersDocument> {
      await requireAssistant(assistantId);
      return await next(assistantId);
    },

    /**
     * Adds an answer to a live document. Throws `precondition-failed` if the document has changed since
     * `expected`.
     */
    async add(
      assistantId: string,
      {
        heading,
        answer,
        questions,
        document: wanted,
      }: Pick<AddedAnswer, 'heading' | 'answer' | 'questions'> & { document?: string | undefined },
      expected: Expected,
    ): Promise<ListedAnswer> {
      await requireAssistant(assistantId);
      const document = wanted ?? (await next(assistantId)).name;
      const addedAt = nowIso(clock);
      const added = { id: random.uuid(), heading, answer, addedAt, questions };
      await documents.edit(assistantId, document, (stored) => {
        refuseStale(etagOf(stored), expected);
        const markdown = withAnswer(stored?.markdown ?? '', added);
        if (markdown.length > MAX_ANSWERS_LENGTH) throw tooLong(document);
        return markdown;
      });
      return { ...added, assistantId, document };
    },

    /** Throws `not-found` if it does not exist. */
    async remove(assistantId: string, answerId: string): Promise<void> {
      await requireAssistant(assistantId);
      const found = (await answersOf(assistantId)).find(({ id }) => id === answerId);
      if (!found) throw new AppError('not-found');
      await documents.edit(assistantId, found.document, (stored) =>
        withoutAnswer(stored?.markdown ?? '', answerId),
      );
    },
  };
}

/** Admins' answers to unanswered questions (ADR 17). */
export type AddedAnswers = ReturnType<typeof addedAnswers>;

function etagOf(document: VersionedText | undefined): string {
  return document ? entityTag(document.version) : NEW_DOCUMENT;
}

function tooLong(document: string): AppError {
  const message = `does not fit into ${document}, which has ${MAX_ANSWERS_LENGTH} characters at most`;
  return invalidField('answer', message);
}
