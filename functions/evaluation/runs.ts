import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RunsReply, SetParams } from '../../src/wire/evaluations.ts';

export const runs = endpoint({
  name: 'evaluations',
  method: 'GET',
  route: 'question-sets/{id}/evaluations',
  gate: 'admin',
  summary: 'List the evaluations of a question set',
  params: SetParams,
  answers: { 200: { description: 'The newest first, the last 20', schema: RunsReply } },
  errors: ['question-set-not-found'],
  handle: async ({ params, services }) =>
    json<RunsReply>(200, { runs: await services.evaluations.list(params.id) }),
});
