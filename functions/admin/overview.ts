import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  CostQuery,
  CostReply,
  OverviewBucket,
  OverviewQuery,
  OverviewReply,
} from '../../src/admin/wire/admin.ts';
import { fieldsOf } from '../../src/lib/fields.ts';

const DEFAULT_BUCKET_HOURS = { '24h': 1, '7d': 24 };

const overviewBucket = fieldsOf(OverviewBucket);

export const overviewEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'cost',
    method: 'GET',
    route: 'cost',
    gate: 'admin',
    summary: 'Get model costs over time',
    query: CostQuery,
    replies: { 200: { description: 'Every bucket of the window, oldest first', schema: CostReply } },
    async handle({ query, services }) {
      const { window, bucketHours = DEFAULT_BUCKET_HOURS[window] } = query;
      const { buckets, totals, lines } = await services.figures.cost(window, bucketHours);
      return json<CostReply>(200, {
        window,
        bucketHours,
        currency: 'USD',
        buckets: buckets.map(({ start, end, ...sums }) => ({ start, end, ...totalsReply(sums) })),
        totals: totalsReply(totals),
        lines: lines.map(({ purpose, ...sums }) => ({ purpose, ...totalsReply(sums) })),
      });
    },
  }),
  endpoint({
    name: 'overview',
    method: 'GET',
    route: 'overview',
    gate: 'admin',
    summary: 'Get the figures of the overview',
    query: OverviewQuery,
    replies: {
      200: {
        description: 'The figures of the window and of the one before, and the settings',
        schema: OverviewReply,
      },
    },
    async handle({ query, admin, services }) {
      const { window } = query;
      const [figures, assistant, notificationFailure, identity, { switches }, { retentionDays = 0 }] =
        await Promise.all([
          services.figures.overview(window),
          services.modelWatch.report(),
          services.teamsChannel.shownFailure(),
          services.agentApplications.signInKind(),
          services.switches.read(),
          services.serviceSettings.current(),
        ]);
      const { current, previous, buckets, waitingNow, claimedNow, agentRatings } = figures;
      return json<OverviewReply>(200, {
        window,
        current,
        previous,
        buckets: buckets.map(overviewBucket),
        waitingNow,
        claimedNow,
        agentRatings,
        anonymousMode: admin.anonymous,
        ...(notificationFailure && { notificationFailure }),
        switches,
        retentionDays,
        version: services.version,
        assistant,
        settings: { ...services.settings, identity },
      });
    },
  }),
];

function totalsReply(sums: CostReply['totals']) {
  const { requests, inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, unpricedCalls } = sums;
  return {
    requests,
    inputTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens,
    cost: sums.cost,
    unpricedCalls,
  };
}
