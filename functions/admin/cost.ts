import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { CostQuery, CostReply } from '../../src/wire/admin.ts';

const DEFAULT_BUCKET_HOURS = { '24h': 1, '7d': 24 };

export const cost = endpoint({
  name: 'cost',
  method: 'GET',
  route: 'cost',
  gate: 'admin',
  summary: 'Get model costs over time',
  query: CostQuery,
  answers: { 200: { description: 'Every bucket of the window, oldest first', schema: CostReply } },
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
});

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
