import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RunReply, RunRequest, SetParams } from '../../src/wire/evaluations.ts';

export const startRun = endpoint({
  name: 'evaluation-start',
  method: 'POST',
  route: 'question-sets/{id}/evaluations',
  gate: 'admin',
  summary: 'Ask an assistant, or its changes that are not live, the questions of a set',
  params: SetParams,
  body: RunRequest,
  answers: { 201: { description: 'RunningApp; `Location` is its address', schema: RunReply } },
  errors: ['question-set-not-found', 'assistant-not-found', 'candidate-not-found'],
  async handle({ body, params: { id }, services }) {
    const run = await services.evaluations.start(id, body);
    return json<RunReply>(201, { run }, { location: `/api/question-sets/${id}/evaluations/${run.id}` });
  },
});
