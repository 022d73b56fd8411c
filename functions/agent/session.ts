import { listedSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentSessionReply, SessionParams } from '../../src/wire/agent.ts';

export const agentSession = endpoint({
  name: 'agent-session',
  method: 'GET',
  route: 'agent/sessions/{id}',
  gate: 'agent',
  summary: 'Get a conversation with the page and language of its visitor, and the contact that they left',
  params: SessionParams,
  answers: { 200: { description: 'The conversation', schema: AgentSessionReply } },
  errors: ['session-not-found'],
  async handle({ params, services }) {
    const { session } = await services.agentDesk.read(params.id);
    const { pageUrl, locale, pages, contact, emails, visitorRating, widget } = session;
    const takesFiles = await services.attachmentAccess.isOn(widget?.id);
    return json<AgentSessionReply>(200, {
      session: {
        ...listedSession(session),
        ...(pageUrl && { pageUrl }),
        ...(locale && { locale }),
        ...(pages && { pages }),
        ...(contact && { contact }),
        ...(visitorRating && { visitorRating }),
        ...(takesFiles && { takesFiles }),
        ...(emails && { emails }),
        ...(contact?.email !== undefined && services.emailIsOn && { takesEmail: true }),
      },
    });
  },
});
