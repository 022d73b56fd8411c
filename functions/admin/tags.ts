import { liveTags } from '../../src/conversations/rules/tags.ts';
import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { notModified, expectedEtags } from '../../src/http/etag.ts';
import { json, empty } from '../../src/http/request.ts';
import { TagsReply, TagEdit, TagReply, TagParams } from '../../src/conversations/wire/tags.ts';

export const tagEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'tags',
    method: 'GET',
    route: 'tags',
    gate: 'admin',
    summary: 'List the tags of conversations',
    replies: { 200: { description: 'By name; `ETag` identifies the version', schema: TagsReply } },
    async handle({ request, services }) {
      const { catalog, etag } = await services.tags.read();
      return (
        notModified(request, { etag }) ?? json<TagsReply>(200, { tags: liveTags(catalog), etag }, { etag })
      );
    },
  }),
  endpoint({
    name: 'tag-create',
    method: 'POST',
    route: 'tags',
    gate: 'admin',
    summary: 'Create a tag; `If-Match` requires the version of the list that was read',
    body: TagEdit,
    replies: { 201: { description: 'Created', schema: TagReply } },
    errors: ['tag-name-taken', 'too-many-tags', 'precondition-failed'],
    async handle({ body, request, services }) {
      const created = await services.tags.create(body, expectedEtags(request));
      return json<TagReply>(201, created, { etag: created.etag });
    },
  }),
  endpoint({
    name: 'tag-update',
    method: 'PUT',
    route: 'tags/{id}',
    gate: 'admin',
    summary: 'Rename or recolor a tag; `If-Match` requires the version of the list that was read',
    params: TagParams,
    body: TagEdit,
    replies: { 200: { description: 'Updated', schema: TagReply } },
    errors: ['tag-not-found', 'tag-name-taken', 'precondition-failed'],
    async handle({ body, params, request, services }) {
      const updated = await services.tags.update(params.id, body, expectedEtags(request));
      return json<TagReply>(200, updated, { etag: updated.etag });
    },
  }),
  endpoint({
    name: 'tag-remove',
    method: 'DELETE',
    route: 'tags/{id}',
    gate: 'admin',
    summary: 'Delete a tag; `If-Match` requires the version of the list that was read',
    params: TagParams,
    replies: { 204: { description: 'Deleted; reports on earlier conversations still name it' } },
    errors: ['tag-not-found', 'precondition-failed'],
    async handle({ params, request, services }) {
      await services.tags.remove(params.id, expectedEtags(request));
      return empty(204);
    },
  }),
];
