import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { MessageParams, MessageTranslationRequest, TranslationReply } from '../../src/wire/agent.ts';

export const translateMessage = endpoint({
  name: 'agent-message-translation',
  method: 'POST',
  route: 'agent/sessions/{id}/messages/{messageId}/translation',
  gate: 'agent',
  summary: 'Translate a message into the agent’s language',
  params: MessageParams,
  body: MessageTranslationRequest,
  answers: { 200: { description: 'As stored with the message', schema: TranslationReply } },
  errors: ['session-not-found', 'not-found', 'model-not-configured', 'budget-spent', 'assistant-unavailable'],
  async handle({ body, params, services }) {
    const translation = await services.translations.ofMessage(params.id, params.messageId, body.language);
    return json<TranslationReply>(200, { translation });
  },
});
