import { lazy, lruCache, type Lazy } from '../../src/lib/caching.ts';
import { fileReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import type { ApiDescription } from '../../src/http/openapi.ts';
import { pageReply } from '../../src/http/page.ts';
import { withVersions } from '../../src/http/page-files.ts';

export const docs = (description: ApiDescription) => {
  /** The page of a version, rendered and compressed once per process. It contains no nonce. */
  const pages = lruCache<Lazy<Parameters<typeof fileReply>[0]>>(1);
  return endpoint({
    name: 'docs',
    method: 'GET',
    route: 'docs',
    gate: 'anonymous',
    limit: 'reads',
    summary: 'Open the API reference',
    replies: { 200: { description: 'The reference page', contentType: 'text/html' } },
    errors: ['rate-limited'],
    async handle({ request, services }) {
      const { assets, version } = services;
      const { apiReference } = await import('../../src/web/api-reference/page.tsx');
      const shown = await description(version);
      const page = await pages(version, () =>
        lazy(async () => assets.make(await withVersions(apiReference(shown), assets))),
      )();
      const { headers } = await pageReply(services, () => '');
      const reply = fileReply(page, request, 'html', 'page');
      return { ...reply, headers: { ...headers, ...reply.headers } };
    },
  });
};
