import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AnswersDocumentReply } from '../../src/wire/answers.ts';
import { AssistantParams } from '../../src/wire/assistants.ts';

export const answersDocument = endpoint({
  name: 'assistant-answers',
  method: 'GET',
  route: 'assistants/{id}/answers',
  gate: 'admin',
  summary: 'Get the document that the next answer of an assistant goes to',
  params: AssistantParams,
  answers: {
    200: { description: 'Its name; `ETag` identifies its version', schema: AnswersDocumentReply },
  },
  errors: ['assistant-not-found'],
  async handle({ params, services }) {
    const document = await services.addedAnswers.next(params.id);
    return json<AnswersDocumentReply>(200, { document }, { etag: document.etag });
  },
});
