import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RunParams, RunReply } from '../../src/wire/evaluations.ts';

export const run = endpoint({
  name: 'evaluation-read',
  method: 'GET',
  route: 'question-sets/{id}/evaluations/{run}',
  gate: 'admin',
  summary: 'Get an evaluation: its state and figures so far',
  params: RunParams,
  answers: { 200: { description: 'The evaluation', schema: RunReply } },
  errors: ['evaluation-not-found'],
  handle: async ({ params, services }) =>
    json<RunReply>(200, {
      run: await services.evaluations.find({ setId: params.id, runId: params.run }),
    }),
});
