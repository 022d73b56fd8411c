import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SetChange, SetReply } from '../../src/wire/evaluations.ts';

export const createQuestionSet = endpoint({
  name: 'question-set-create',
  method: 'POST',
  route: 'question-sets',
  gate: 'admin',
  summary: 'Create an empty question set',
  body: SetChange,
  answers: { 201: { description: 'Created; `Location` is its address', schema: SetReply } },
  async handle({ body, services }) {
    const set = await services.questionSets.create(body.name);
    return json<SetReply>(201, { set }, { etag: set.etag, location: `/api/question-sets/${set.id}` });
  },
});
