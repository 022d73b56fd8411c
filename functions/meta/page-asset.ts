import * as z from 'zod/mini';
import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { isVersion } from '../../src/http/page-files.ts';

const file = z.string().check(z.regex(/^[A-Za-z0-9-]+\.(js|css|svg|png|webmanifest)$/, 'a file of a page'));
const version = z.string().check(z.regex(/^[\da-f]{16}$/, 'a version of a file'));
const answers = { 200: { description: 'The file' } };

export const pageAsset = endpoint({
  name: 'page-asset',
  method: 'GET',
  route: 'pages/{file}',
  gate: 'anonymous',
  summary: 'A script, style sheet, icon or web manifest of the service’s own pages',
  params: z.object({ file }),
  answers,
  errors: ['not-found'],
  handle: ({ params, request, services }) =>
    assetReply(services.assets, request, `pages/${params.file}`, 'page'),
});

export const versionedPageAsset = endpoint({
  name: 'versioned-page-asset',
  method: 'GET',
  route: 'pages/{version}/{file}',
  gate: 'anonymous',
  summary: 'The same by the hash of its content; of an earlier version the current file, not to be cached',
  params: z.object({ version, file }),
  answers,
  errors: ['not-found'],
  async handle({ params: { version: asked, file: name }, request, services: { assets } }) {
    const audience = (await isVersion(assets, asked, name)) ? 'versionedPage' : 'page';
    return assetReply(assets, request, `pages/${name}`, audience);
  },
});
