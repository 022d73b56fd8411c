import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';
import { AppError } from '../../src/core/errors.ts';
import { isLoopbackHost } from '../../src/lib/ip-address.ts';
import { feedChecks } from '../../src/http/notification-replies.ts';
import { json, empty } from '../../src/http/request.ts';
import { CollabChecks } from '../../src/admin/wire/admin.ts';
import { AgentApplication } from '../../src/access/records/agent-application.ts';

export const collabEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'collab-app',
    method: 'GET',
    route: 'collab-app.zip',
    gate: 'admin',
    summary: 'Download Teams app of this deployment',
    replies: { 200: { description: 'The package, ready to upload', contentType: 'application/zip' } },
    errors: ['idp-not-configured'],
    handle: async ({ request, services }) => ({
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="website-chat-teams.zip"',
      },
      body: await services.collabPackage.zip(request.serviceOrigin),
    }),
  }),
  endpoint({
    name: 'collab-setup',
    method: 'GET',
    route: 'collab-setup',
    gate: 'admin',
    summary: 'Open the Microsoft Teams setup',
    replies: { 200: { description: 'The page', contentType: 'text/html' } },
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
  }),
  endpoint({
    name: 'collab-checks',
    method: 'GET',
    route: 'collab-setup/checks',
    gate: 'admin',
    summary: 'Check the Microsoft Teams setup',
    replies: { 200: { description: 'The result of each check', schema: CollabChecks } },
    async handle({ request, services }) {
      const { protocol, host, hostname } = new URL(request.serviceOrigin);
      const isLocal = isLoopbackHost(hostname);
      const signIn = await services.agentSignIn();
      const { agentApplications } = services;
      const [identity, signingKeys, feed] = await Promise.all([
        agentApplications.signInKind(),
        signIn ? keysOf(services.agentIdentity) : null,
        feedChecks(services),
      ]);
      return json<CollabChecks>(200, {
        identity,
        isFromEnvironment: agentApplications.isFromEnvironment,
        ...(signIn && { clientId: signIn.clientId, tenantId: signIn.tenantId }),
        host,
        reachableByTeams: protocol === 'https:' && !isLocal,
        signingKeys,
        ...feed,
      });
    },
  }),
  endpoint({
    name: 'agent-application-save',
    method: 'PUT',
    route: 'collab-setup/application',
    gate: 'admin',
    summary: 'Save the application that agents sign in with',
    body: AgentApplication,
    replies: {
      200: { description: 'Saved; every instance uses it within 15 seconds', schema: AgentApplication },
    },
    errors: ['set-by-environment'],
    async handle({ body, services }) {
      await services.agentApplications.save(body);
      return json<AgentApplication>(200, body);
    },
  }),
  endpoint({
    name: 'agent-application-remove',
    method: 'DELETE',
    route: 'collab-setup/application',
    gate: 'admin',
    summary: 'Remove the application that agents sign in with',
    replies: { 204: { description: 'Removed, or already missing' } },
    errors: ['set-by-environment'],
    async handle({ services }) {
      await services.agentApplications.save(undefined);
      return empty(204);
    },
  }),
];

/** The number of keys; null if the key server cannot be reached, which is a result here and not an error. */
async function keysOf(identity: { signingKeys(): Promise<number> }): Promise<number | null> {
  try {
    return await identity.signingKeys();
  } catch (error) {
    if (error instanceof AppError && error.code === 'identity-unavailable') return null;
    throw error;
  }
}
