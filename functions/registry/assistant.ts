import { AppError } from '../../src/domain/errors.ts';
import { assistantAnswer } from '../../src/http/registry-answers.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { AssistantParams, AssistantReply } from '../../src/wire/assistants.ts';

export const assistant = endpoint({
  name: 'assistant-read',
  method: 'GET',
  route: 'assistants/{id}',
  gate: 'admin',
  summary: 'Get an assistant',
  params: AssistantParams,
  answers: { 200: { description: 'The current version; `ETag` identifies it', schema: AssistantReply } },
  errors: ['assistant-not-found'],
  async handle({ params, services }) {
    const found = await services.assistants.find(params.id);
    if (!found) throw new AppError('assistant-not-found');
    return assistantAnswer(200, found);
  },
});
