import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RunParams, RunReply } from '../../src/wire/evaluations.ts';

export const cancelRun = endpoint({
  name: 'evaluation-cancel',
  method: 'POST',
  route: 'question-sets/{id}/evaluations/{run}/cancel',
  gate: 'admin',
  summary: 'End an evaluation early; its answers are kept',
  params: RunParams,
  answers: { 200: { description: 'The evaluation', schema: RunReply } },
  errors: ['evaluation-not-found'],
  handle: async ({ params, services }) =>
    json<RunReply>(200, {
      run: await services.evaluations.cancel({ setId: params.id, runId: params.run }),
    }),
});
