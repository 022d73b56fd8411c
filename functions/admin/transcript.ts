import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SessionParams, Transcript } from '../../src/wire/admin.ts';

export const transcript = endpoint({
  name: 'transcript',
  method: 'GET',
  route: 'sessions/{id}/transcript',
  gate: 'admin',
  summary: 'Get the transcript of a conversation',
  params: SessionParams,
  answers: { 200: { description: 'The session, its messages and what they cost', schema: Transcript } },
  errors: ['session-not-found'],
  async handle({ params, services }) {
    return json<Transcript>(200, await services.archive.transcript(params.id));
  },
});
