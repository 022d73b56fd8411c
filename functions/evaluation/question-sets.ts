import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SetsReply } from '../../src/wire/evaluations.ts';

export const questionSets = endpoint({
  name: 'question-sets',
  method: 'GET',
  route: 'question-sets',
  gate: 'admin',
  summary: 'List the question sets for evaluations',
  answers: { 200: { description: 'By name', schema: SetsReply } },
  handle: async ({ services }) => json<SetsReply>(200, { sets: await services.questionSets.list() }),
});
