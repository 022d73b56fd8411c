import * as z from 'zod/mini';
import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const pageAsset = endpoint({
  name: 'page-asset',
  method: 'GET',
  route: 'pages/{file}',
  gate: 'anonymous',
  summary: 'A script, style sheet, icon or web manifest of the service’s own pages',
  params: z.object({
    file: z.string().check(z.regex(/^[A-Za-z0-9-]+\.(js|css|svg|png|webmanifest)$/, 'a file of a page')),
  }),
  answers: { 200: { description: 'The file' } },
  errors: ['not-found'],
  handle: ({ params, request, services }) =>
    assetReply(services.assets, request, `pages/${params.file}`, 'page'),
});
