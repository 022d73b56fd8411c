import { endpoint } from '../../src/http/endpoint.ts';
import { notModified } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { AgentMessagesQuery, AgentMessagesReply, SessionParams } from '../../src/wire/agent.ts';

export const agentMessages = endpoint({
  name: 'agent-messages',
  method: 'GET',
  route: 'agent/sessions/{id}/messages',
  gate: 'agent',
  summary: 'Read the messages of a conversation',
  params: SessionParams,
  query: AgentMessagesQuery,
  answers: {
    200: { description: 'The messages after `after`, in the order of `seq`', schema: AgentMessagesReply },
    304: { description: 'Nothing has changed since the `ETag` in `If-None-Match`' },
  },
  errors: ['session-not-found'],
  async handle({ params, query, request, services }) {
    const { session, etag, after } = await services.proposals.readEnded(() =>
      services.agentDesk.read(params.id),
    );
    const headers = { etag, 'cache-control': 'private, no-cache' };
    const unchanged = notModified(request, headers);
    if (unchanged) return unchanged;
    const { sessionId, status, claimedBy: oid, claimedByName: name } = session;
    const agent = status === 'claimed' && oid !== undefined && name !== undefined && { agent: { oid, name } };
    const messages = [...(await after(query.after ?? 0))];
    return json<AgentMessagesReply>(200, { sessionId, status, ...agent, messages }, headers);
  },
});
