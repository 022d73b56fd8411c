import { listedSession } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, VisitorHistoryReply } from '../../src/wire/agent.ts';

export const visitorHistory = endpoint({
  name: 'agent-visitor-history',
  method: 'GET',
  route: 'agent/sessions/{id}/visitor-history',
  gate: 'agent',
  summary: 'List the other conversations of the visitor of a conversation',
  params: SessionParams,
  answers: { 200: { description: 'Of a verified visitor, the latest first', schema: VisitorHistoryReply } },
  errors: ['session-not-found'],
  async handle({ params, services }) {
    const sessions = await services.visitorHistory.othersOf(params.id);
    return json<VisitorHistoryReply>(200, { sessions: sessions.map(listedSession) });
  },
});
