import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { addedAnswer } from '../../src/http/registry-answers.ts';
import { json } from '../../src/http/request.ts';
import { AnswerReply, AnswerUpload } from '../../src/wire/answers.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const addAnswer = endpoint({
  name: 'assistant-answer-add',
  method: 'POST',
  route: 'assistants/{id}/answers',
  gate: 'admin',
  summary: 'Add an answer to an assistant; `If-Match` requires the version of the document that was read',
  params: AssistantParams,
  body: AnswerUpload,
  answers: { 201: { description: 'Added, and used from now on', schema: AnswerReply } },
  errors: ['assistant-not-found', 'precondition-failed'],
  async handle({ body, params, request, services }) {
    const added = await services.addedAnswers.add(params.id, body, expectedEtags(request));
    return json<AnswerReply>(201, { answer: addedAnswer(added) });
  },
});
