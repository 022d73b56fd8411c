import { endpoint } from '../../src/http/endpoint.ts';
import { notModified } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, Transcript } from '../../src/wire/admin.ts';

export const transcript = endpoint({
  name: 'transcript',
  method: 'GET',
  route: 'sessions/{id}/transcript',
  gate: 'admin',
  summary: 'Get the transcript of a conversation',
  params: SessionParams,
  answers: {
    200: { description: 'The session, its messages and their cost', schema: Transcript },
    304: { description: 'Nothing has changed since the `ETag` in `If-None-Match`' },
  },
  errors: ['session-not-found'],
  async handle({ params, request, services }) {
    const { etag, transcript: load } = await services.archive.read(params.id);
    return notModified(request, { etag }) ?? json<Transcript>(200, await load(), { etag });
  },
});
