import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';
import { TranscriptRequest } from '../../src/email/wire/email.ts';

export const askTranscript = endpoint({
  name: 'ask-transcript',
  method: 'POST',
  route: 'transcript',
  gate: 'visitor',
  limit: 'requests-for-agents',
  summary: 'Ask for the conversation by e-mail',
  body: TranscriptRequest,
  replies: { 204: { description: 'An e-mail with a link that confirms the address is sent' } },
  errors: ['origin-not-allowed', 'session-not-found', 'email-not-configured', 'rate-limited'],
  async handle({ body, claimsFor, services }) {
    await services.visitorEmails.requestTranscript(
      body.sessionId,
      body.email,
      await claimsFor(body.sessionId),
    );
    return empty(204);
  },
});
