import * as z from 'zod/mini';
import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { CURRENT, isVersion } from '../../src/http/page-files.ts';

export const pageAsset = endpoint({
  name: 'page-asset',
  method: 'GET',
  route: 'pages/{version}/{file}',
  gate: 'anonymous',
  summary:
    'A script, style sheet, icon or web manifest of the service’s own pages by the hash of its content; of an earlier version, and with `current`, the current file, not to be cached',
  params: z.object({
    version: z.union([z.literal(CURRENT), z.string().check(z.regex(/^[\da-f]{16}$/, 'a version of a file'))]),
    file: z.string().check(z.regex(/^[A-Za-z0-9-]+\.(js|css|svg|png|webmanifest)$/, 'a file of a page')),
  }),
  replies: { 200: { description: 'The file' } },
  errors: ['not-found'],
  async handle({ params: { version, file }, request, services: { assets } }) {
    const isKept = version !== CURRENT && (await isVersion(assets, version, file));
    return assetReply(assets, request, `pages/${file}`, isKept ? 'versionedPage' : 'page');
  },
});
