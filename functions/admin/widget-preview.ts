import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';

export const widgetPreview = endpoint({
  name: 'widget-preview',
  method: 'GET',
  route: 'widget/preview',
  gate: 'admin',
  summary: 'Preview an unsaved widget',
  replies: { 200: { description: 'The page', contentType: 'text/html' } },
  async handle({ services }) {
    const { widgetPreviewPage } = await import('../../src/web/widget-frame/page.tsx');
    return pageReply(services, (nonce) => widgetPreviewPage({ nonce }), {
      frameAncestors: ["'self'"],
      sources: { 'connect-src': [services.realtimeOrigin] },
    });
  },
});
