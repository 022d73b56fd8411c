import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { TagEdit, TagReply } from '../../src/wire/tags.ts';

export const createTag = endpoint({
  name: 'tag-create',
  method: 'POST',
  route: 'tags',
  gate: 'admin',
  summary: 'Create a tag; `If-Match` requires the version of the list that was read',
  body: TagEdit,
  answers: { 201: { description: 'Created', schema: TagReply } },
  errors: ['tag-name-taken', 'too-many-tags', 'precondition-failed'],
  async handle({ body, request, services }) {
    const created = await services.tags.create(body, expectedEtags(request));
    return json<TagReply>(201, created, { etag: created.etag });
  },
});
