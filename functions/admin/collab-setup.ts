import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';

export const collabSetup = endpoint({
  name: 'collab-setup',
  method: 'GET',
  route: 'collab-setup',
  gate: 'admin',
  summary: 'Open the Microsoft Teams setup',
  answers: { 200: { description: 'The page', contentType: 'text/html' } },
  async handle({ admin, request, services }) {
    const { collabSetupPage } = await import('../../src/web/setup/page.tsx');
    const [signIn, failing] = await Promise.all([
      services.agentSignIn(),
      services.teamsChannel.shownFailure(),
    ]);
    return pageReply(
      services,
      (nonce) =>
        collabSetupPage({
          nonce,
          anonymousMode: admin.anonymous,
          failing,
          origin: request.serviceOrigin,
          signIn,
        }),
      { sources: { 'connect-src': [signIn?.authority] } },
    );
  },
});
