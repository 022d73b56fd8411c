import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CannedValuesReply, SessionParams } from '../../src/wire/agent.ts';

export const cannedValues = endpoint({
  name: 'agent-canned-values',
  method: 'GET',
  route: 'agent/sessions/{id}/canned-values',
  gate: 'agent',
  summary: 'Get the values of the variables of canned replies in a conversation',
  params: SessionParams,
  answers: { 200: { description: 'Without those that are unknown', schema: CannedValuesReply } },
  errors: ['session-not-found'],
  handle: async ({ agent, params, services }) =>
    json<CannedValuesReply>(200, { values: await services.cannedReplyValues.of(params.id, agent) }),
});
