import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { AnswerParams } from '../../src/wire/answers.ts';

export const removeAnswer = endpoint({
  name: 'assistant-answer-remove',
  method: 'DELETE',
  route: 'assistants/{id}/answers/{answerId}',
  gate: 'admin',
  summary: 'Remove an added answer; its questions are unanswered again',
  params: AnswerParams,
  answers: { 204: { description: 'Removed' } },
  errors: ['assistant-not-found', 'not-found'],
  async handle({ params, services }) {
    await services.addedAnswers.remove(params.id, params.answerId);
    return empty(204);
  },
});
