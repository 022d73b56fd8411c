import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply, TEAMS_HOSTS } from '../../src/http/page.ts';

export const collabTab = endpoint({
  name: 'collab-tab',
  method: 'GET',
  route: 'collab-tab',
  gate: 'anonymous',
  summary: 'Open the agent desk, in Teams or a browser; its data needs an agent’s token',
  answers: { 200: { description: 'The page', contentType: 'text/html' } },
  async handle({ services }) {
    const { collabTabPage } = await import('../../src/web/desk/page.tsx');
    const signIn = await services.agentSignIn();
    return pageReply(services, (nonce) => collabTabPage({ nonce, signIn }), {
      frameAncestors: TEAMS_HOSTS,
      sources: { 'manifest-src': ["'self'"], 'connect-src': [signIn?.authority, services.realtimeOrigin] },
    });
  },
});
