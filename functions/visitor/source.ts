import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SourceReply, SourceRequest } from '../../src/chat/wire/visitor.ts';

export const source = endpoint({
  name: 'source',
  method: 'POST',
  route: 'source',
  gate: 'visitor',
  limit: 'sources',
  summary: 'Read the passage that an answer cites',
  body: SourceRequest,
  replies: { 200: { description: 'The source, and its passage', schema: SourceReply } },
  errors: ['origin-not-allowed', 'session-not-found'],
  async handle({ body, claimsFor, services }) {
    return json<SourceReply>(200, await services.citedPassages.read(body, await claimsFor(body.sessionId)));
  },
});
