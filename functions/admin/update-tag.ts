import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { TagEdit, TagParams, TagReply } from '../../src/wire/tags.ts';

export const updateTag = endpoint({
  name: 'tag-update',
  method: 'PUT',
  route: 'tags/{id}',
  gate: 'admin',
  summary: 'Rename or recolor a tag; `If-Match` requires the version of the list that was read',
  params: TagParams,
  body: TagEdit,
  answers: { 200: { description: 'Updated', schema: TagReply } },
  errors: ['tag-not-found', 'tag-name-taken', 'precondition-failed'],
  async handle({ body, params, request, services }) {
    const updated = await services.tags.update(params.id, body, expectedEtags(request));
    return json<TagReply>(200, updated, { etag: updated.etag });
  },
});
