import { endpoint } from '../../src/http/endpoint.ts';
import { pageReply } from '../../src/http/page.ts';

export const dashboard = endpoint({
  name: 'dashboard',
  method: 'GET',
  route: 'dashboard',
  gate: 'admin',
  summary: 'Open the dashboard',
  replies: { 200: { description: 'The page', contentType: 'text/html' } },
  async handle({ admin, services }) {
    const { dashboardPage } = await import('../../src/web/dashboard/page.tsx');
    return pageReply(services, (nonce) => dashboardPage({ nonce, anonymousMode: admin.anonymous }), {
      // For the widget preview, which is a frame on the service's origin.
      sources: { 'frame-src': ["'self'"] },
    });
  },
});
