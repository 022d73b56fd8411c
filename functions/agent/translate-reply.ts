import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ReplyTranslationRequest, SessionParams, TranslationReply } from '../../src/wire/agent.ts';

export const translateReply = endpoint({
  name: 'agent-reply-translation',
  method: 'POST',
  route: 'agent/sessions/{id}/reply-translation',
  gate: 'agent',
  summary: 'Translate a reply into the visitor’s language before it is sent',
  params: SessionParams,
  body: ReplyTranslationRequest,
  answers: { 200: { description: 'The translation, which is not stored', schema: TranslationReply } },
  errors: [
    'session-not-found',
    'language-unknown',
    'model-not-configured',
    'budget-spent',
    'assistant-unavailable',
  ],
  handle: async ({ body, params, services }) =>
    json<TranslationReply>(200, { translation: await services.translations.ofReply(params.id, body) }),
});
