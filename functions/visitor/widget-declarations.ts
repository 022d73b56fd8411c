import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

/** The types of `window.ChatWidget`, for sites in TypeScript. */
export const widgetDeclarations = endpoint({
  name: 'widget-d-ts',
  method: 'GET',
  route: 'widget.d.ts',
  gate: 'static',
  summary: 'TypeScript declarations of window.ChatWidget and its events',
  replies: { 200: { description: 'The declarations', contentType: 'text/plain' } },
  errors: ['not-found'],
  handle: ({ request, services }) => assetReply(services.assets, request, 'widget.d.ts', 'widget'),
});
