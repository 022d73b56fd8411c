import { nowIso } from '../../src/lib/fields.ts';
import { listedSession } from '../../src/conversations/records/public-session.ts';
import { wantedFacets } from '../../src/conversations/rules/session-facets.ts';
import { since } from '../../src/availability/rules/time-window.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  SessionsQuery,
  SessionsReply,
  SearchReply,
  SearchRequest,
  FilterOptionsReply,
  SessionParams,
  Transcript,
} from '../../src/admin/wire/admin.ts';
import { boundedDownload, exportReply } from '../../src/http/export-stream.ts';
import { notModified } from '../../src/http/etag.ts';

/** The start of all time. */
const EVER = new Date(0).toISOString();

export const sessionEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'sessions',
    method: 'GET',
    route: 'sessions',
    gate: 'admin',
    summary: 'List conversations',
    query: SessionsQuery,
    replies: {
      200: {
        description: 'Newest, most expensive, longest waiting or last closed first',
        schema: SessionsReply,
      },
    },
    async handle({ query, services: { archive, clock } }) {
      const { sortBy, order, window, from, to, status, tag, sourceDomain, limit, cursor } = query;
      const activeSince = since(window, clock.now());
      const closed = { from: from ?? activeSince ?? EVER, to: to ?? nowIso(clock), order };
      const waiting = {
        ...(tag !== undefined && { tagId: tag }),
        ...(sourceDomain !== undefined && { sourceDomain }),
      };
      const { items, ...next } = await archive.list({
        sortBy,
        limit,
        facets: wantedFacets(query),
        ...(sortBy === 'closed' && { closed }),
        ...(sortBy === 'waiting' && { waiting }),
        ...(sortBy === 'recent' && { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }),
        ...(activeSince !== undefined && { activeSince }),
        ...(status !== undefined && { status }),
        ...(cursor !== undefined && { cursor }),
      });
      return json<SessionsReply>(200, { sessions: items.map(listedSession), ...next });
    },
  }),
  endpoint({
    name: 'session-search',
    method: 'GET',
    route: 'sessions/search',
    gate: 'admin',
    summary: 'Search all messages',
    query: SearchRequest,
    replies: { 200: { description: 'Messages that hold every word, newest first', schema: SearchReply } },
    async handle({ query, services }) {
      const { q, status, window, to, limit, cursor } = query;
      const from = query.from ?? since(window, services.clock.now());
      const facets = wantedFacets(query);
      const page = { text: q, limit, ...(cursor !== undefined && { cursor }) };
      if (facets.length === 0 && [status, from, to].every((filter) => filter === undefined)) {
        const { items, ...next } = await services.archive.search(page);
        return json<SearchReply>(200, { query: q, results: items, ...next });
      }
      const { items, ...next } = await services.agentSearch.find({ ...page, facets, status, from, to });
      const results = items.flatMap(({ message }) => message ?? []);
      return json<SearchReply>(200, { query: q, results, ...next });
    },
  }),
  endpoint({
    name: 'filter-options',
    method: 'GET',
    route: 'sessions/filters',
    gate: 'admin',
    summary: 'List the widgets and agents by which conversations are filtered',
    replies: { 200: { description: 'By name', schema: FilterOptionsReply } },
    async handle({ services }) {
      const [widgets, agents] = await Promise.all([services.widgets.list(), services.colleagues.listAll()]);
      return json<FilterOptionsReply>(200, {
        widgets: widgets.map(({ widget: { id, name } }) => ({ id, name })),
        agents: agents
          .map(({ oid, name }) => ({ oid, name }))
          .toSorted((one, other) => one.name.localeCompare(other.name)),
      });
    },
  }),
  endpoint({
    name: 'session-export',
    method: 'GET',
    route: 'sessions/export.ndjson',
    gate: 'admin',
    summary: 'Download every conversation',
    replies: {
      200: {
        description:
          'A Transcript per line, newest conversation first; the last line is an ExportEnd that says whether it is all',
        contentType: 'application/x-ndjson',
      },
    },
    async handle({ services: { archive, clock } }) {
      const date = nowIso(clock).slice(0, 10);
      return exportReply(boundedDownload(archive.transcripts(), clock), {
        date,
        conversations: await archive.size(),
      });
    },
  }),
  endpoint({
    name: 'transcript',
    method: 'GET',
    route: 'sessions/{id}/transcript',
    gate: 'admin',
    summary: 'Get the transcript of a conversation',
    params: SessionParams,
    replies: {
      200: { description: 'The session, its messages and their cost', schema: Transcript },
      304: { description: 'Nothing has changed since the `ETag` in `If-None-Match`' },
    },
    errors: ['session-not-found'],
    async handle({ params, request, services }) {
      const { etag, transcript: load } = await services.archive.read(params.id);
      return notModified(request, { etag }) ?? json<Transcript>(200, await load(), { etag });
    },
  }),
  endpoint({
    name: 'delete-session',
    method: 'DELETE',
    route: 'sessions/{id}',
    gate: 'admin',
    // Deletes in batches of 99 messages. An interrupted deletion is finished later.
    budgetMs: 20_000,
    summary: 'Delete a conversation permanently',
    params: SessionParams,
    replies: { 204: { description: 'Deleted; the hourly figures are kept and contain no content' } },
    errors: ['session-not-found'],
    async handle({ params, services }) {
      await services.archive.remove(params.id);
      return empty(204);
    },
  }),
];
