import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { SetParams } from '../../src/wire/evaluations.ts';

export const removeQuestionSet = endpoint({
  name: 'question-set-remove',
  method: 'DELETE',
  route: 'question-sets/{id}',
  gate: 'admin',
  summary: 'Delete a question set with its evaluations',
  params: SetParams,
  answers: { 204: { description: 'Deleted' } },
  errors: ['question-set-not-found'],
  async handle({ params, services }) {
    await services.evaluations.removeSet(params.id);
    return empty(204);
  },
});
