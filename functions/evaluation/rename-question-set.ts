import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { SetChange, SetParams, SetReply } from '../../src/wire/evaluations.ts';

export const renameQuestionSet = endpoint({
  name: 'question-set-rename',
  method: 'PUT',
  route: 'question-sets/{id}',
  gate: 'admin',
  summary: 'Rename a question set; `If-Match` requires the version that was read',
  params: SetParams,
  body: SetChange,
  answers: { 200: { description: 'Renamed', schema: SetReply } },
  errors: ['question-set-not-found', 'precondition-failed'],
  async handle({ body, params, request, services }) {
    const set = await services.questionSets.rename(params.id, body.name, expectedEtags(request));
    return json<SetReply>(200, { set }, { etag: set.etag });
  },
});
