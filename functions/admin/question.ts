import { endpoint } from '../../src/http/endpoint.ts';
import { unansweredQuestion } from '../../src/http/registry-answers.ts';
import { json } from '../../src/http/request.ts';
import { QuestionParams, QuestionReply } from '../../src/wire/questions.ts';

export const question = endpoint({
  name: 'question',
  method: 'GET',
  route: 'questions/{id}/{messageId}',
  gate: 'admin',
  summary: 'Get a question of a conversation, with what helps to answer it',
  params: QuestionParams,
  answers: { 200: { description: 'With the questions that ask for the same', schema: QuestionReply } },
  errors: ['session-not-found', 'not-found'],
  async handle({ params, services }) {
    const { similar, agentReply, ...found } = await services.questions.find(params.id, params.messageId);
    const assistantId = found.assistantId ?? (await services.assistants.defaultId());
    return json<QuestionReply>(200, {
      ...found,
      assistantId,
      similar: similar.map(unansweredQuestion),
      ...(agentReply && { agentReply }),
    });
  },
});
