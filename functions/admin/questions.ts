import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { askedQuestion, reviewedAnswer } from '../../src/http/registry-replies.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  QuestionsQuery,
  QuestionsReply,
  QuestionParams,
  QuestionReply,
  QuestionChange,
} from '../../src/assistants/wire/questions.ts';
import { AssistantDraft } from '../../src/desk/wire/agent.ts';
import { draftReply } from '../agent/suggestions.ts';

export const questionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'questions',
    method: 'GET',
    route: 'questions',
    gate: 'admin',
    summary: 'List the questions to review: unanswered, rated as not helpful, or corrected by an agent',
    query: QuestionsQuery,
    replies: { 200: { description: 'Grouped, most asked first', schema: QuestionsReply } },
    async handle({ query, services }) {
      const { window, limit } = query;
      const groups = await services.questions.list(window, limit);
      return json<QuestionsReply>(200, {
        window,
        questions: groups.map(({ assistantId = '', ...group }) => ({
          ...group,
          assistantId,
          questions: group.questions.map(askedQuestion),
        })),
      });
    },
  }),
  endpoint({
    name: 'question',
    method: 'GET',
    route: 'questions/{id}/{messageId}',
    gate: 'admin',
    summary: 'Get a question of a conversation, with what helps to answer it',
    params: QuestionParams,
    replies: { 200: { description: 'With the questions that ask for the same', schema: QuestionReply } },
    errors: ['session-not-found', 'not-found'],
    async handle({ params, services }) {
      const { similar, agentReply, answer, ...found } = await services.questions.find(
        params.id,
        params.messageId,
      );
      return json<QuestionReply>(200, {
        ...found,
        similar: similar.map(askedQuestion),
        ...(answer && { answer: reviewedAnswer(answer) }),
        ...(agentReply && { agentReply }),
      });
    },
  }),
  endpoint({
    name: 'question-draft',
    method: 'POST',
    route: 'questions/{id}/{messageId}',
    gate: 'admin',
    summary: 'Have the model draft an answer to a question from the documents',
    params: QuestionParams,
    replies: {
      200: { description: 'The draft, or null if the documents have no answer', schema: AssistantDraft },
    },
    errors: ['session-not-found', 'not-found', 'model-not-configured', 'assistant-unavailable'],
    handle: async ({ params, services }) =>
      draftReply(await services.agentDrafts.answer(params.id, params.messageId)),
  }),
  endpoint({
    name: 'question-dismiss',
    method: 'PUT',
    route: 'questions/{id}/{messageId}',
    gate: 'admin',
    summary: 'Take a question and similar ones off the list until there is a newer reason, or undo that',
    params: QuestionParams,
    body: QuestionChange,
    replies: { 204: { description: 'Stored' } },
    errors: ['session-not-found', 'not-found'],
    async handle({ body, params, services }) {
      await services.questions.setDismissed(params.id, params.messageId, body.dismissed);
      return empty(204);
    },
  }),
];
