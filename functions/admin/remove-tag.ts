import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { empty } from '../../src/http/request.ts';
import { TagParams } from '../../src/wire/tags.ts';

export const removeTag = endpoint({
  name: 'tag-remove',
  method: 'DELETE',
  route: 'tags/{id}',
  gate: 'admin',
  summary: 'Delete a tag; `If-Match` requires the version of the list that was read',
  params: TagParams,
  answers: { 204: { description: 'Deleted; reports on earlier conversations still name it' } },
  errors: ['tag-not-found', 'precondition-failed'],
  async handle({ params, request, services }) {
    await services.tags.remove(params.id, expectedEtags(request));
    return empty(204);
  },
});
