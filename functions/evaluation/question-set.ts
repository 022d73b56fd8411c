import { lineOf } from '../../src/domain/records/evaluation.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { QuestionsReply, SetParams } from '../../src/wire/evaluations.ts';

export const questionSet = endpoint({
  name: 'question-set-read',
  method: 'GET',
  route: 'question-sets/{id}',
  gate: 'admin',
  summary: 'Get a question set with its questions',
  params: SetParams,
  answers: { 200: { description: 'In the order in which they were added', schema: QuestionsReply } },
  errors: ['question-set-not-found'],
  async handle({ params: { id }, services: { questionSets } }) {
    const [set, stored] = await Promise.all([questionSets.find(id), questionSets.questions(id)]);
    const questions = stored.map(({ number, ...question }) => ({ number, line: lineOf(question) }));
    return json<QuestionsReply>(200, { set, questions }, { etag: set.etag });
  },
});
