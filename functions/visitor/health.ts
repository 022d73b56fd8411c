import { releasePath } from '../../src/widgets/records/widget-release.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { Health } from '../../src/operations/records/health.ts';

export const health = endpoint({
  name: 'health',
  method: 'GET',
  route: 'health',
  gate: 'anonymous',
  summary: 'Check the health of the deployment',
  replies: {
    200: { description: 'The service is healthy', schema: Health },
    503: { description: 'The store cannot be reached; the same body with `ok: false`', schema: Health },
  },
  async handle({ services }) {
    const [report, releases] = await Promise.all([services.health.report(), services.widgetReleases()]);
    return json<Health>(report.ok ? 200 : 503, {
      version: services.version,
      ...report,
      widgets: releases.map((release) => ({ ...release, path: releasePath(release) })),
    });
  },
});
