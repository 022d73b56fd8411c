import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { RunParams } from '../../src/wire/evaluations.ts';

export const removeRun = endpoint({
  name: 'evaluation-remove',
  method: 'DELETE',
  route: 'question-sets/{id}/evaluations/{run}',
  gate: 'admin',
  summary: 'Delete an evaluation with its answers',
  params: RunParams,
  answers: { 204: { description: 'Deleted' } },
  errors: ['evaluation-not-found'],
  async handle({ params, services }) {
    await services.evaluations.remove({ setId: params.id, runId: params.run });
    return empty(204);
  },
});
