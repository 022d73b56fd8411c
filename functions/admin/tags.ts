import { liveTags } from '../../src/domain/tags.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { notModified } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { TagsReply } from '../../src/wire/tags.ts';

export const tags = endpoint({
  name: 'tags',
  method: 'GET',
  route: 'tags',
  gate: 'admin',
  summary: 'List the tags of conversations',
  answers: { 200: { description: 'By name; `ETag` identifies the version', schema: TagsReply } },
  async handle({ request, services }) {
    const { catalog, etag } = await services.tags.read();
    return (
      notModified(request, { etag }) ?? json<TagsReply>(200, { tags: liveTags(catalog), etag }, { etag })
    );
  },
});
