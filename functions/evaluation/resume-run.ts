import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RunParams, RunReply } from '../../src/wire/evaluations.ts';

export const resumeRun = endpoint({
  name: 'evaluation-resume',
  method: 'POST',
  route: 'question-sets/{id}/evaluations/{run}/resume',
  gate: 'admin',
  summary: 'Continue an evaluation, or ask again what has no answer or a failed one',
  params: RunParams,
  answers: { 200: { description: 'The evaluation', schema: RunReply } },
  errors: ['evaluation-not-found'],
  handle: async ({ params, services }) =>
    json<RunReply>(200, {
      run: await services.evaluations.resume({ setId: params.id, runId: params.run }),
    }),
});
