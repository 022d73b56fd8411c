import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AnswersReply, RunParams } from '../../src/wire/evaluations.ts';

export const answers = endpoint({
  name: 'evaluation-answers',
  method: 'GET',
  route: 'question-sets/{id}/evaluations/{run}/answers',
  gate: 'admin',
  summary: 'Get the judged answers of an evaluation so far',
  params: RunParams,
  answers: { 200: { description: 'In the order of the set', schema: AnswersReply } },
  errors: ['evaluation-not-found'],
  handle: async ({ params, services }) =>
    json<AnswersReply>(200, {
      answers: await services.evaluations.answers({ setId: params.id, runId: params.run }),
    }),
});
