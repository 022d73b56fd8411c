import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** For how long, or how many calls. */
type Load = { connections: number } & ({ seconds: number } | { calls: number });

const asJson = {
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
} as const;

/** Posts one JSON body with a number of connections; any response that is not 2xx fails the bench. */
export async function post(url: string, body: object, load: Load): Promise<LoadResult> {
  return await send(url, load, { ...asJson, body: JSON.stringify(body) });
}

/** Posts messages of conversations as `post` does; each connection has one after the other. */
export async function converse(
  url: string,
  message: string,
  { turns, ...load }: Load & { turns: number },
): Promise<LoadResult> {
  return await send(url, load, {
    ...asJson,
    setupClient(client) {
      let sent = 0;
      let sessionId = randomUUID();
      const next = () => {
        if (sent++ % turns === 0) sessionId = randomUUID();
        client.setBody(JSON.stringify({ message, sessionId }));
      };
      client.on('response', next);
      next();
    },
  });
}

/** Sends requests as `post` does. */
export async function send(
  url: string,
  { connections, ...extent }: Load,
  request: Partial<autocannon.Options> = {},
): Promise<LoadResult> {
  const howLong = 'calls' in extent ? { amount: extent.calls } : { duration: extent.seconds };
  const result = await autocannon({ url, connections, ...howLong, ...request });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} calls failed.`);
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
