import * as z from 'zod/mini';
import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const widgetLocale = endpoint({
  name: 'widget-locale',
  method: 'GET',
  route: 'widget/locales/{file}',
  gate: 'file',
  summary: 'Get the texts of the widget in one language',
  params: z.object({
    file: z.string().check(z.regex(/^[a-z]{2}(-[a-z0-9]{2,8})?\.json$/i, 'a language such as de.json')),
  }),
  answers: { 200: { description: 'Words by name', contentType: 'application/json' } },
  errors: ['not-found'],
  handle: ({ params, request, services }) =>
    assetReply(services.assets, request, `widget-locales/${params.file.toLowerCase()}`, 'widget'),
});
