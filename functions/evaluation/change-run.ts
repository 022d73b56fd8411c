import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RunChange, RunParams, RunReply } from '../../src/wire/evaluations.ts';

export const changeRun = endpoint({
  name: 'evaluation-change',
  method: 'POST',
  route: 'question-sets/{id}/evaluations/{run}',
  gate: 'admin',
  summary:
    'End an evaluation early, whose answers are kept; or resume it, and ask again what has no answer or a failed one',
  params: RunParams,
  body: RunChange,
  answers: { 200: { description: 'The evaluation', schema: RunReply } },
  errors: ['evaluation-not-found'],
  async handle({ body, params, services: { evaluations } }) {
    const run = await evaluations[body.action]({ setId: params.id, runId: params.run });
    return json<RunReply>(200, { run });
  },
});
