import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  MessageParams,
  MessageTranslationRequest,
  TranslationReply,
  ReplyTranslationRequest,
  SessionParams,
} from '../../src/desk/wire/agent.ts';

export const translationEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-message-translation',
    method: 'POST',
    route: 'agent/sessions/{id}/messages/{messageId}/translation',
    gate: 'agent',
    summary: 'Translate a message into the agent’s language',
    params: MessageParams,
    body: MessageTranslationRequest,
    replies: { 200: { description: 'As stored with the message', schema: TranslationReply } },
    errors: [
      'session-not-found',
      'not-found',
      'model-not-configured',
      'budget-spent',
      'assistant-unavailable',
    ],
    async handle({ body, params, services }) {
      const translation = await services.translations.ofMessage(params.id, params.messageId, body.language);
      return json<TranslationReply>(200, { translation });
    },
  }),
  endpoint({
    name: 'agent-reply-translation',
    method: 'POST',
    route: 'agent/sessions/{id}/reply-translation',
    gate: 'agent',
    summary: 'Translate a reply into the visitor’s language before it is sent',
    params: SessionParams,
    body: ReplyTranslationRequest,
    replies: { 200: { description: 'The translation, which is not stored', schema: TranslationReply } },
    errors: [
      'session-not-found',
      'language-unknown',
      'model-not-configured',
      'budget-spent',
      'assistant-unavailable',
    ],
    handle: async ({ body, params, services }) =>
      json<TranslationReply>(200, { translation: await services.translations.ofReply(params.id, body) }),
  }),
];
