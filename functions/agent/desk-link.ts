import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DeskLinkParams, DeskLinkReply } from '../../src/wire/notifications.ts';

export const deskLink = endpoint({
  name: 'agent-link',
  method: 'GET',
  route: 'agent/links/{link}',
  gate: 'agent',
  summary: 'Get the conversation of a link that was sent to Teams',
  params: DeskLinkParams,
  answers: { 200: { description: 'The conversation', schema: DeskLinkReply } },
  errors: ['session-not-found'],
  async handle({ params, services }) {
    return json<DeskLinkReply>(200, { sessionId: await services.deskLinks.open(params.link) });
  },
});
