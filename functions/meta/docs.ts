import { endpoint } from '../../src/http/endpoint.ts';
import type { ApiDescription } from '../../src/http/openapi.ts';
import { pageReply } from '../../src/http/page.ts';

export const docs = (description: ApiDescription) =>
  endpoint({
    name: 'docs',
    method: 'GET',
    route: 'docs',
    gate: 'anonymous',
    summary: 'Open the API reference',
    answers: { 200: { description: 'The reference page', contentType: 'text/html' } },
    async handle({ services }) {
      const { apiReference } = await import('../../src/web/api-reference/page.tsx');
      const shown = await description(services.version);
      return pageReply(services.random, (nonce) => apiReference(shown, nonce));
    },
  });
