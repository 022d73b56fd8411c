import * as z from 'zod/mini';
import { publicConfig } from '../../src/widgets/rules/widgets.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply, TEAMS_HOSTS } from '../../src/http/page.ts';

export const widgetFrame = endpoint({
  name: 'widget-frame',
  method: 'GET',
  route: 'widget/frame',
  gate: 'anonymous',
  limit: 'reads',
  summary: 'The chat of a registered widget, for a frame on the sites that the widget allows',
  query: z.object({ w: z._default(z.string(), '') }),
  replies: {
    200: { description: 'The page', contentType: 'text/html' },
    404: { description: 'Widget not found; the page says so', contentType: 'text/html' },
  },
  errors: ['rate-limited', 'store-unavailable'],
  async handle({ query, services }) {
    const { widgetFramePage } = await import('../../src/web/widget-frame/page.tsx');
    const widget = await services.widgetAuth.find(query.w);
    const agent = widget && (await services.assistantProfiles.profileFor(widget.assistantId));
    const config = widget && publicConfig(widget, agent?.greeting);
    const origins = widget?.allowedOrigins ?? [];
    return pageReply(services, (nonce) => widgetFramePage({ nonce, config, origins }), {
      ...(widget ? { frameAncestors: [...origins, ...TEAMS_HOSTS] } : { status: 404 }),
      openerPolicy: 'same-origin-allow-popups',
      sources: { 'connect-src': [services.realtimeOrigin] },
    });
  },
});
