import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { DeskLinkParams, DeskLinkReply } from '../../src/notifications/wire/notifications.ts';
import { pageReply, TEAMS_HOSTS } from '../../src/http/page.ts';

export const linkEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-link',
    method: 'GET',
    route: 'agent/links/{link}',
    gate: 'agent',
    summary: 'Get the conversation of a link that was sent to Teams',
    params: DeskLinkParams,
    replies: { 200: { description: 'The conversation', schema: DeskLinkReply } },
    errors: ['session-not-found'],
    async handle({ params, services }) {
      return json<DeskLinkReply>(200, { sessionId: await services.deskLinks.open(params.link) });
    },
  }),
  endpoint({
    name: 'collab-tab',
    method: 'GET',
    route: 'collab-tab',
    gate: 'anonymous',
    summary: 'Open the agent desk, in Teams or a browser; its data needs an agent’s token',
    replies: { 200: { description: 'The page', contentType: 'text/html' } },
    async handle({ services }) {
      const { collabTabPage } = await import('../../src/web/desk/page.tsx');
      const signIn = await services.agentSignIn();
      return pageReply(services, (nonce) => collabTabPage({ nonce, signIn }), {
        frameAncestors: TEAMS_HOSTS,
        sources: {
          'manifest-src': ["'self'"],
          'connect-src': [signIn?.authority, services.realtimeOrigin],
          // The service worker that shows notifications; its URL is a script URL.
          'worker-src': ["'self'"],
          'trusted-types': ['desk-worker'],
        },
      });
    },
  }),
];
