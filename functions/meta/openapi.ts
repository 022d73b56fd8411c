import { endpoint } from '../../src/http/endpoint.ts';
import type { ApiDescription } from '../../src/http/openapi.ts';
import { json } from '../../src/http/request.ts';

export const openapi = (description: ApiDescription) =>
  endpoint({
    name: 'openapi',
    method: 'GET',
    route: 'openapi.json',
    gate: 'anonymous',
    summary: 'Get the OpenAPI document',
    answers: { 200: { description: 'OpenAPI 3.1', contentType: 'application/json' } },
    handle: async ({ services }) => json(200, await description(services.version)),
  });
