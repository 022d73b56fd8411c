import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { QuestionsAdded, SetParams, SetReply } from '../../src/wire/evaluations.ts';

export const addQuestions = endpoint({
  name: 'question-set-add',
  method: 'POST',
  route: 'question-sets/{id}/questions',
  gate: 'admin',
  summary: 'Add questions to a set; one that it has already is not added again',
  params: SetParams,
  body: QuestionsAdded,
  answers: { 200: { description: 'Added', schema: SetReply } },
  errors: ['question-set-not-found'],
  async handle({ body, params, services }) {
    const set = await services.questionSets.add(params.id, body.questions);
    return json<SetReply>(200, { set }, { etag: set.etag });
  },
});
