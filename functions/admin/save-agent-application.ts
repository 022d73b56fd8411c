import { AgentApplication } from '../../src/domain/records/agent-application.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';

export const saveAgentApplication = endpoint({
  name: 'agent-application-save',
  method: 'PUT',
  route: 'collab-setup/application',
  gate: 'admin',
  summary: 'Save the application that agents sign in with',
  body: AgentApplication,
  answers: {
    200: { description: 'Saved; every instance uses it within 15 seconds', schema: AgentApplication },
  },
  errors: ['set-by-environment'],
  async handle({ body, services }) {
    await services.agentApplications.save(body);
    return json<AgentApplication>(200, body);
  },
});
