import autocannon from 'autocannon';

interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Posts one JSON body with a number of connections; any response that is not 2xx fails the bench. */
export async function post(
  url: string,
  body: object,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify(body),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} calls failed.`);
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
