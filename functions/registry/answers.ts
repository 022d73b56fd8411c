import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import { addedAnswer } from '../../src/http/registry-replies.ts';
import {
  AnswersReply,
  AnswersDocumentReply,
  AnswerReply,
  AnswerUpload,
  AnswerParams,
} from '../../src/assistants/wire/answers.ts';
import { AssistantParams } from '../../src/assistants/wire/assistants.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const answerEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'answers',
    method: 'GET',
    route: 'answers',
    gate: 'admin',
    summary: 'List the answers that were added to all assistants',
    replies: { 200: { description: 'Newest first', schema: AnswersReply } },
    async handle({ services }) {
      const all = await services.addedAnswers.list();
      return json<AnswersReply>(200, { answers: all.map(addedAnswer) });
    },
  }),
  endpoint({
    name: 'assistant-answers',
    method: 'GET',
    route: 'assistants/{id}/answers',
    gate: 'admin',
    summary: 'Get the document that the next answer of an assistant goes to',
    params: AssistantParams,
    replies: {
      200: { description: 'Its name; `ETag` identifies its version', schema: AnswersDocumentReply },
    },
    errors: ['assistant-not-found'],
    async handle({ params, services }) {
      const document = await services.addedAnswers.next(params.id);
      return json<AnswersDocumentReply>(200, { document }, { etag: document.etag });
    },
  }),
  endpoint({
    name: 'assistant-answer-add',
    method: 'POST',
    route: 'assistants/{id}/answers',
    gate: 'admin',
    summary: 'Add an answer to an assistant; `If-Match` requires the version of the document that was read',
    params: AssistantParams,
    body: AnswerUpload,
    replies: { 201: { description: 'Added, and used from now on', schema: AnswerReply } },
    errors: ['assistant-not-found', 'precondition-failed'],
    async handle({ body, params, request, services }) {
      const added = await services.addedAnswers.add(params.id, body, expectedEtags(request));
      return json<AnswerReply>(201, { answer: addedAnswer(added) });
    },
  }),
  endpoint({
    name: 'assistant-answer-remove',
    method: 'DELETE',
    route: 'assistants/{id}/answers/{answerId}',
    gate: 'admin',
    summary: 'Remove an added answer; its questions are unanswered again',
    params: AnswerParams,
    replies: { 204: { description: 'Removed' } },
    errors: ['assistant-not-found', 'not-found'],
    async handle({ params, services }) {
      await services.addedAnswers.remove(params.id, params.answerId);
      return empty(204);
    },
  }),
];
