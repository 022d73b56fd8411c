import { liveTags } from '../../src/domain/tags.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AgentTagsReply } from '../../src/wire/tags.ts';

export const agentTags = endpoint({
  name: 'agent-tags',
  method: 'GET',
  route: 'agent/tags',
  gate: 'agent',
  summary: 'List the tags that conversations can get',
  answers: { 200: { description: 'By name', schema: AgentTagsReply } },
  async handle({ services }) {
    const { catalog } = await services.tags.read();
    return json<AgentTagsReply>(200, { tags: liveTags(catalog) });
  },
});
