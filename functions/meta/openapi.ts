import { lruCache } from '../../src/lib/caching.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import type { ApiDescription } from '../../src/http/openapi.ts';
import { JSON_HEADERS } from '../../src/http/request.ts';

export const openapi = (description: ApiDescription) => {
  /** The document of a version, about 300 KB, serialized once per process. */
  const serialized = lruCache<string>(1);
  return endpoint({
    name: 'openapi',
    method: 'GET',
    route: 'openapi.json',
    gate: 'anonymous',
    summary: 'Get the OpenAPI document',
    replies: { 200: { description: 'OpenAPI 3.1', contentType: 'application/json' } },
    async handle({ services }) {
      const document = await description(services.version);
      const body = serialized(services.version, () => JSON.stringify(document));
      return { status: 200, headers: JSON_HEADERS, body };
    },
  });
};
