import { AppError } from '../../src/domain/errors.ts';
import { isLoopbackHost } from '../../src/domain/ip-address.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { feedChecks } from '../../src/http/notification-answers.ts';
import { json } from '../../src/http/request.ts';
import { CollabChecks } from '../../src/wire/admin.ts';

export const collabChecks = endpoint({
  name: 'collab-checks',
  method: 'GET',
  route: 'collab-setup/checks',
  gate: 'admin',
  summary: 'Check the Microsoft Teams setup',
  answers: { 200: { description: 'The result of each check', schema: CollabChecks } },
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
});

/** The number of keys; null if the key server cannot be reached, which is a result here and not an error. */
async function keysOf(identity: { signingKeys(): Promise<number> }): Promise<number | null> {
  try {
    return await identity.signingKeys();
  } catch (error) {
    if (error instanceof AppError && error.code === 'identity-unavailable') return null;
    throw error;
  }
}
