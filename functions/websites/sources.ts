import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  WebsiteSourcesQuery,
  WebsiteSourcesReply,
  NewWebsiteSource,
  WebsiteSourceReply,
  SourceParams,
  WebsiteSourceChange,
} from '../../src/websites/wire/website-sources.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const sourceEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'source-list',
    method: 'GET',
    route: 'knowledge/sources',
    gate: 'admin',
    summary: 'List the websites that assistants read',
    query: WebsiteSourcesQuery,
    replies: { 200: { description: 'By address', schema: WebsiteSourcesReply } },
    handle: async ({ query, services }) =>
      json<WebsiteSourcesReply>(200, { sources: await services.websiteSources.list(query.assistantId) }),
  }),
  endpoint({
    name: 'source-create',
    method: 'POST',
    route: 'knowledge/sources',
    gate: 'admin',
    summary: 'Add a website to an assistant’s knowledge; repeated, it changes the choices that are given',
    body: NewWebsiteSource,
    replies: {
      200: { description: 'The assistant has it already; it is changed', schema: WebsiteSourceReply },
      201: { description: 'Added; its pages are being found', schema: WebsiteSourceReply },
    },
    errors: ['assistant-not-found'],
    async handle({ body, services }) {
      const { kind: _kind, assistantId, address, start, ...choices } = body;
      const website = { assistantId, address, start, choices: definedFields(choices) };
      const { source, isNew } = await services.websiteSources.create(website);
      const location = `/api/knowledge/sources/${source.id}`;
      return json<WebsiteSourceReply>(isNew ? 201 : 200, { source }, isNew ? { location } : {});
    },
  }),
  endpoint({
    name: 'source-read',
    method: 'GET',
    route: 'knowledge/sources/{sourceId}',
    gate: 'admin',
    summary: 'Read a website with its progress; continues work on it that no instance does',
    params: SourceParams,
    replies: { 200: { description: 'The website', schema: WebsiteSourceReply } },
    errors: ['source-not-found'],
    handle: async ({ params, services }) =>
      json<WebsiteSourceReply>(200, { source: await services.websiteSources.read(params.sourceId) }),
  }),
  endpoint({
    name: 'source-change',
    method: 'PATCH',
    route: 'knowledge/sources/{sourceId}',
    gate: 'admin',
    summary: 'Change the choices of a website: pages, schedule and publication',
    params: SourceParams,
    body: WebsiteSourceChange,
    replies: { 200: { description: 'Changed', schema: WebsiteSourceReply } },
    errors: ['source-not-found'],
    async handle({ body, params, services }) {
      const source = await services.websiteSources.change(params.sourceId, definedFields(body));
      return json<WebsiteSourceReply>(200, { source });
    },
  }),
  endpoint({
    name: 'source-remove',
    method: 'DELETE',
    route: 'knowledge/sources/{sourceId}',
    gate: 'admin',
    summary: 'Delete a website; its pages and texts are deleted in the background',
    params: SourceParams,
    replies: { 204: { description: 'Deleted' } },
    errors: ['source-not-found'],
    async handle({ params, services }) {
      await services.websiteSources.remove(params.sourceId);
      return empty(204);
    },
  }),
  endpoint({
    name: 'source-start',
    method: 'POST',
    route: 'knowledge/sources/{sourceId}/start',
    gate: 'admin',
    summary: 'Read a website’s pages now',
    params: SourceParams,
    replies: { 200: { description: 'Being read', schema: WebsiteSourceReply } },
    errors: ['source-not-found'],
    handle: async ({ params, services }) =>
      json<WebsiteSourceReply>(200, { source: await services.websiteSources.start(params.sourceId) }),
  }),
  endpoint({
    name: 'source-stop',
    method: 'POST',
    route: 'knowledge/sources/{sourceId}/stop',
    gate: 'admin',
    summary: 'Stop finding or reading a website’s pages; pages that were read are published',
    params: SourceParams,
    replies: { 200: { description: 'Stopped', schema: WebsiteSourceReply } },
    errors: ['source-not-found'],
    handle: async ({ params, services }) =>
      json<WebsiteSourceReply>(200, { source: await services.websiteSources.stop(params.sourceId) }),
  }),
  endpoint({
    name: 'source-publish',
    method: 'POST',
    route: 'knowledge/sources/{sourceId}/publish',
    gate: 'admin',
    summary:
      'Publish the changes of a website that wait; `If-Match` with their `at` in quotes requires these changes',
    params: SourceParams,
    replies: { 200: { description: 'Published', schema: WebsiteSourceReply } },
    errors: ['source-not-found', 'precondition-failed'],
    async handle({ params, request, services }) {
      const source = await services.websiteSources.publish(params.sourceId, expectedEtags(request));
      return json<WebsiteSourceReply>(200, { source });
    },
  }),
];

/** The object without undefined fields. */
function definedFields<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
