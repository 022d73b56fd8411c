import { listedSession } from '../../src/conversations/records/public-session.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  AgentSessionsQuery,
  AgentSessionsReply,
  AgentSessionReply,
  SessionParams,
  AgentMessagesQuery,
  AgentMessagesReply,
  VisitorHistoryReply,
} from '../../src/desk/wire/agent.ts';
import { wantedFacets } from '../../src/conversations/rules/session-facets.ts';
import { AgentSearchReply, AgentSearchRequest } from '../../src/desk/wire/agent-search.ts';
import { emailObstacle, replyAddress } from '../../src/conversations/rules/session-emails.ts';
import { notModified } from '../../src/http/etag.ts';

export const sessionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-sessions',
    method: 'GET',
    route: 'agent/sessions',
    gate: 'agent',
    summary: 'List conversations, those that wait for a person first, of the own groups before the others',
    query: AgentSessionsQuery,
    replies: {
      200: { description: 'Longest waiting first, then by latest message', schema: AgentSessionsReply },
    },
    async handle({ agent, query, services }) {
      const { status, claimedBy, sourceDomain, tag, limit, cursor } = query;
      const asked = {
        limit,
        ...(status && { status }),
        ...(claimedBy && { claimedBy: claimedBy === 'me' ? agent.oid : claimedBy }),
        ...(sourceDomain && { sourceDomain }),
        ...(tag && { tagId: tag }),
        ...(cursor && { cursor }),
      };
      const { items, nextCursor, own } = await services.agentDesk.list(asked, agent);
      return json<AgentSessionsReply>(200, {
        sessions: items.map(listedSession),
        ...(own && { ownWidgets: [...own], ...(agent.groupsLeftOut && { groupsLeftOut: true }) }),
        ...(nextCursor && { nextCursor }),
      });
    },
  }),
  endpoint({
    name: 'agent-search',
    method: 'GET',
    route: 'agent/search',
    gate: 'agent',
    summary: 'Search conversations by words, visitor, source and time',
    query: AgentSearchRequest,
    replies: { 200: { description: 'Newest first', schema: AgentSearchReply } },
    async handle({ query: { q, tag, sourceDomain, ...query }, services }) {
      const facets = wantedFacets({ tag, sourceDomain });
      const { items, ...next } = await services.agentSearch.find({ ...query, text: q, facets });
      const results = items.map(({ session, message }) => ({
        session: listedSession(session),
        ...(message && { message }),
      }));
      return json<AgentSearchReply>(200, { results, ...next });
    },
  }),
  endpoint({
    name: 'agent-session',
    method: 'GET',
    route: 'agent/sessions/{id}',
    gate: 'agent',
    summary: 'Get a conversation with the page and language of its visitor, and the contact that they left',
    params: SessionParams,
    replies: { 200: { description: 'The conversation', schema: AgentSessionReply } },
    errors: ['session-not-found'],
    async handle({ params, services }) {
      const { session } = await services.agentDesk.read(params.id);
      const { pageUrl, locale, pages, contact, emails, visitorRating, visitorAt, widget } = session;
      const { emailIsOn } = services;
      const emailTo = emailIsOn ? replyAddress(session) : undefined;
      const obstacle = emailIsOn ? emailObstacle(session) : undefined;
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
          ...(emailTo !== undefined && { emailTo }),
          ...(obstacle && { emailObstacle: obstacle }),
          ...(visitorAt !== undefined && { visitorAt }),
        },
      });
    },
  }),
  endpoint({
    name: 'agent-messages',
    method: 'GET',
    route: 'agent/sessions/{id}/messages',
    gate: 'agent',
    summary: 'Read the messages of a conversation',
    params: SessionParams,
    query: AgentMessagesQuery,
    replies: {
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
      const agent = status === 'claimed' &&
        oid !== undefined &&
        name !== undefined && { agent: { oid, name } };
      const messages = [...(await after(query.after ?? 0))];
      return json<AgentMessagesReply>(200, { sessionId, status, ...agent, messages }, headers);
    },
  }),
  endpoint({
    name: 'agent-visitor-history',
    method: 'GET',
    route: 'agent/sessions/{id}/visitor-history',
    gate: 'agent',
    summary: 'List the other conversations of the visitor of a conversation',
    params: SessionParams,
    replies: { 200: { description: 'Of a verified visitor, the latest first', schema: VisitorHistoryReply } },
    errors: ['session-not-found'],
    async handle({ params, services }) {
      const sessions = await services.visitorHistory.othersOf(params.id);
      return json<VisitorHistoryReply>(200, { sessions: sessions.map(listedSession) });
    },
  }),
];
