import * as z from 'zod/mini';
import { isAnswersDocument } from '../../knowledge/rules/added-answers.ts';
import { named, text, time, uuid } from '../../lib/fields.ts';
import { AssistantParams } from './assistants.ts';

const answersDocument = () => z.string().check(z.refine(isAnswersDocument, 'must be an answers document'));

export const AnswerParams = z.extend(AssistantParams, { answerId: uuid() });

/** `document`: default: the next answers document. `questions`: ids of visitors' messages. */
export const AnswerUpload = z
  .object({
    heading: text(300),
    answer: text(8000),
    document: z.optional(answersDocument()),
    questions: z._default(z.array(uuid()).check(z.maxLength(500)), []),
  })
  .register(
    z.globalRegistry,
    named('AnswerUpload', 'An answer in Markdown, under a heading that names its subject.'),
  );

export const AddedAnswer = z
  .object({
    id: uuid(),
    assistantId: z.string(),
    document: z.string(),
    heading: z.string(),
    answer: z.string(),
    addedAt: time(),
  })
  .register(z.globalRegistry, named('AddedAnswer', 'An answer that an admin added to an assistant.'));
export type AddedAnswer = z.infer<typeof AddedAnswer>;

export const AnswerReply = z.object({ answer: AddedAnswer });
export type AnswerReply = z.infer<typeof AnswerReply>;
export const AnswersReply = z.object({ answers: z.array(AddedAnswer) });
export type AnswersReply = z.infer<typeof AnswersReply>;

const NextAnswersDocument = z.object({ name: z.string(), etag: z.string() });
export const AnswersDocumentReply = z.object({ document: NextAnswersDocument });
export type AnswersDocumentReply = z.infer<typeof AnswersDocumentReply>;
