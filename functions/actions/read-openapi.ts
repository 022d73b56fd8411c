import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  MAX_DESCRIPTION_BYTES,
  ReadOpenApiReply,
  ReadOpenApiRequest,
} from '../../src/actions/wire/actions.ts';
import { AssistantParams } from '../../src/assistants/wire/assistants.ts';

export const readOpenApi = endpoint({
  name: 'action-openapi',
  method: 'POST',
  route: 'assistants/{id}/actions/openapi',
  gate: 'admin',
  budgetMs: 15_000,
  summary: 'Read an OpenAPI 3 description into actions; nothing is stored',
  params: AssistantParams,
  body: ReadOpenApiRequest,
  bodyBytes: MAX_DESCRIPTION_BYTES,
  replies: { 200: { description: 'The operations, as actions if possible', schema: ReadOpenApiReply } },
  errors: ['assistant-not-found'],
  async handle({ body, params, services }) {
    await services.assistants.require(params.id);
    return json<ReadOpenApiReply>(200, await services.apiReading.read(body));
  },
});
