import { endpoint } from '../../src/http/endpoint.ts';
import { QuestionParams } from '../../src/wire/questions.ts';
import { AssistantDraft } from '../../src/wire/agent.ts';
import { draftReply } from '../agent/draft.ts';

export const draftAnswer = endpoint({
  name: 'question-draft',
  method: 'POST',
  route: 'questions/{id}/{messageId}',
  gate: 'admin',
  summary: 'Have the model draft an answer to a question from the documents',
  params: QuestionParams,
  answers: {
    200: { description: 'The draft, or null if the documents have no answer', schema: AssistantDraft },
  },
  errors: ['session-not-found', 'not-found', 'model-not-configured', 'assistant-unavailable'],
  handle: async ({ params, services }) =>
    draftReply(await services.agentDrafts.answer(params.id, params.messageId)),
});
