import { lruCache } from '../../src/domain/caching.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import type { ApiDescription } from '../../src/http/openapi.ts';
import { pageReply } from '../../src/http/page.ts';

export const docs = (description: ApiDescription) => {
  /** The page of a version is rendered once in a process, which takes longer than all else here. */
  const rendered = lruCache<string>(1);
  return endpoint({
    name: 'docs',
    method: 'GET',
    route: 'docs',
    gate: 'anonymous',
    summary: 'Open the API reference',
    answers: { 200: { description: 'The reference page', contentType: 'text/html' } },
    async handle({ services }) {
      const { apiReference } = await import('../../src/web/api-reference/page.tsx');
      const shown = await description(services.version);
      return pageReply(services, () => rendered(services.version, () => apiReference(shown)));
    },
  });
};
