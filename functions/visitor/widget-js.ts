import { assetReply } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const widgetJs = endpoint({
  name: 'widget-js',
  method: 'GET',
  route: 'widget.js',
  gate: 'anonymous',
  summary: 'The widget, for a script tag on any site',
  answers: { 200: { description: 'The script', contentType: 'text/javascript' } },
  handle: ({ request, services }) => assetReply(services.assets, request, 'widget.js', 'widget'),
});
