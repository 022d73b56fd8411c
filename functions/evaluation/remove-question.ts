import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { QuestionParams, SetReply } from '../../src/wire/evaluations.ts';

export const removeQuestion = endpoint({
  name: 'question-set-remove-question',
  method: 'DELETE',
  route: 'question-sets/{id}/questions/{number}',
  gate: 'admin',
  summary: 'Remove a question from a set',
  params: QuestionParams,
  answers: { 200: { description: 'The set without it', schema: SetReply } },
  errors: ['question-set-not-found'],
  async handle({ params, services }) {
    const set = await services.questionSets.removeQuestion(params.id, Number(params.number));
    return json<SetReply>(200, { set }, { etag: set.etag });
  },
});
