import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { pageReply } from '../../src/http/page.ts';

/** Its own endpoint is in the list that it shows, so it gets the list lazily. */
export const docs = (endpoints: () => readonly Endpoint[]) =>
  endpoint({
    name: 'docs',
    method: 'GET',
    route: 'docs',
    gate: 'anonymous',
    summary: 'Open the API reference',
    answers: { 200: { description: 'The reference page', contentType: 'text/html' } },
    async handle({ services }) {
      const { apiReference } = await import('../../src/web/api-reference/page.tsx');
      const description = await openApiDocument(endpoints(), services.version);
      return pageReply(services.random, (nonce) => apiReference(description, nonce));
    },
  });
