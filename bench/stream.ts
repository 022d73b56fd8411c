import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { figure, quantile } from './support/report.ts';
import { startServer } from './support/server-process.ts';

// POST /api/chat/stream with a paced model, by both protocols: how much later each chunk reaches a visitor
// than a direct client of the model. The CPU time of a stream is the median of rounds, because that of one
// round differs by up to a third from the next. First in a closed loop, where all streams start together.
// Then in an open loop, where they arrive as visitors do, at a fixed rate of half of one core's limit.
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
/** Rounds of the closed loop. */
const ROUNDS = 3;
/** Streams of the open loop. */
const ARRIVALS = 200;
const now = () => performance.timeOrigin + performance.now();

interface Lags {
  first: number[];
  each: number[];
}

/** Reads one stream and records the age of each chunk on arrival. */
function read(url: string, body: object, lags: Lags): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        let seen = 0;
        response.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('event: complete')) return;
          for (const [, sentAt] of text.matchAll(/<(\d+\.\d+)>/g)) {
            const lag = now() - Number(sentAt);
            if (seen++ === 0) lags.first.push(lag);
            lags.each.push(lag);
          }
        });
        response.on('end', resolve);
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

async function measure(url: string, body: object, streams: number): Promise<Lags> {
  const lags: Lags = { first: [], each: [] };
  await Promise.all(Array.from({ length: streams }, () => read(url, body, lags)));
  return lags;
}

/** Streams that arrive at a fixed rate, whatever became of those before. */
async function arrivals(url: string, body: object, streams: number, perSecond: number): Promise<Lags> {
  const lags: Lags = { first: [], each: [] };
  const startedAt = performance.now();
  const reading: Promise<void>[] = [];
  for (let count = 0; count < streams; count++) {
    await delay(Math.max(0, startedAt + (count * 1000) / perSecond - performance.now()));
    reading.push(read(url, body, lags));
  }
  await Promise.all(reading);
  return lags;
}

const model = await startServer('model');
const message = { message: 'How do I put the chat on my website?' };

for (const [api, path] of [
  ['responses', 'responses'],
  ['chat-completions', 'chat/completions'],
] as const) {
  const settings = { OPENAI_BASE_URL: `${model.origin}/v1`, OPENAI_MODEL: 'paced', MODEL_API: api };
  const service = await startServer('chat', settings);
  const throughService = (streams: number) => measure(`${service.origin}/api/chat/stream`, message, streams);
  // Warm-up, because the CPU time of a stream falls until the third round.
  for (let round = 0; round < 3; round++) await throughService(50);

  let cpuOfOneMs = 0;
  for (const streams of [1, 50, 200]) {
    const direct = await measure(`${model.origin}/v1/${path}`, message, streams);
    const ours: Lags = { first: [], each: [] };
    const cpuMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = await service.cpuMs();
      const { first, each } = await throughService(streams);
      cpuMs.push(((await service.cpuMs()) - before) / streams);
      ours.first.push(...first);
      ours.each.push(...each);
    }
    const added = (pick: (lags: Lags) => number[]) => quantile(pick(ours), 0.5) - quantile(pick(direct), 0.5);
    figure(
      `${api}, ${streams} streams: time added to the first piece`,
      `p50 ${added((lags) => lags.first).toFixed(2)} ms (aim under 3 at 50)`,
    );
    figure(
      `${api}, ${streams} streams: time added to each piece`,
      `p50 ${added((lags) => lags.each).toFixed(2)} ms (aim under 1 at 50)`,
    );
    cpuOfOneMs = quantile(cpuMs, 0.5);
    figure(`${api}, ${streams} streams: CPU of a stream`, `${cpuOfOneMs.toFixed(1)} ms`);
  }

  const perSecond = 500 / cpuOfOneMs;
  const direct = await arrivals(`${model.origin}/v1/${path}`, message, ARRIVALS, perSecond);
  const ours = await arrivals(`${service.origin}/api/chat/stream`, message, ARRIVALS, perSecond);
  const open = `${api}, ${perSecond.toFixed(0)} new streams a second`;
  for (const [what, pick, aim] of [
    ['first', (lags: Lags) => lags.first, 'aim p50 under 5, p99 under 20'],
    ['each', (lags: Lags) => lags.each, 'aim p50 under 1'],
  ] as const) {
    const added = (share: number) => (quantile(pick(ours), share) - quantile(pick(direct), share)).toFixed(2);
    figure(`${open}: added to the ${what} piece`, `p50 ${added(0.5)} p99 ${added(0.99)} ms (${aim})`);
  }
  await service.stop();
}
await model.stop();
agent.destroy();
