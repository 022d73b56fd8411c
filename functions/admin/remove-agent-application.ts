import { endpoint } from '../../src/http/endpoint.ts';
import { empty } from '../../src/http/request.ts';

export const removeAgentApplication = endpoint({
  name: 'agent-application-remove',
  method: 'DELETE',
  route: 'collab-setup/application',
  gate: 'admin',
  summary: 'Remove the application that agents sign in with',
  answers: { 204: { description: 'Removed, or already missing' } },
  errors: ['set-by-environment'],
  async handle({ services }) {
    await services.agentApplications.save(undefined);
    return empty(204);
  },
});
