import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { json } from '../../src/http/request.ts';

/** Its own endpoint is in the list that it describes, so it gets the list lazily. */
export const openapi = (endpoints: () => readonly Endpoint[]) =>
  endpoint({
    name: 'openapi',
    method: 'GET',
    route: 'openapi.json',
    gate: 'anonymous',
    summary: 'Get the OpenAPI document',
    answers: { 200: { description: 'OpenAPI 3.1', contentType: 'application/json' } },
    handle: async ({ services }) => json(200, await openApiDocument(endpoints(), services.version)),
  });
