import * as z from 'zod/mini';
import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const widgetPart = endpoint({
  name: 'widget-part',
  method: 'GET',
  route: 'widget/parts/{file}',
  gate: 'anonymous',
  summary: 'What the widget loads on first use; the name holds a hash of the content, and never changes it',
  params: z.object({
    file: z.string().check(z.regex(/^[0-9a-f]{8}\.js$/, 'a part of the widget')),
  }),
  answers: { 200: { description: 'A module', contentType: 'text/javascript' } },
  errors: ['not-found'],
  handle: ({ params, request, services }) =>
    assetReply(services.assets, request, `widget-parts/${params.file}`, 'versioned'),
});
