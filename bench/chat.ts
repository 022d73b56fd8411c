import { post } from './support/load.ts';
import { figure, ratio } from './support/report.ts';
import { startServer } from './support/server-process.ts';

// POST /api/chat with a model that answers immediately, against bare node:http that commits the same rows in
// the same way. On a shared machine wall-clock rates vary; CPU time per call does not, and is what one core
// can do.
const SECONDS = 6;
const BODY = { message: 'How do I put the chat on my website?' };

/**
 * Live Helper Chat, measured once on one core of another machine. These are constants, not results of this
 * run.
 */
const MEASURED_ELSEWHERE = { messagesPerSecondAt10: 136, p99MsAt50: 641 };

async function measure(
  server: string,
  path: string,
  connections: number,
  settings: Record<string, string> = {},
) {
  const running = await startServer(server, settings);
  const url = `${running.origin}${path}`;
  await post(url, BODY, { connections, seconds: 2 });
  const before = await running.cpuMs();
  const result = await post(url, BODY, { connections, seconds: SECONDS });
  const after = await running.cpuMs();
  await running.stop();
  return { ...result, cpuMs: (after - before) / result.requests };
}
type Measured = Awaited<ReturnType<typeof measure>>;

const shown = ({ perSecond, p50Ms, p99Ms, cpuMs }: Measured) =>
  `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(3)} ms CPU a call, p50 ${p50Ms} p99 ${p99Ms} ms`;

function compare(name: string, ours: Measured, floor: Measured, aim: string): void {
  ratio(`${name}: calls a second`, ours.perSecond / floor.perSecond, aim, shown(ours));
  ratio(`${name}: calls a CPU second`, floor.cpuMs / ours.cpuMs, aim, `floor ${shown(floor)}`);
}

for (const connections of [10, 50]) {
  const floor = await measure('chat-floor', '/', connections);
  const chat = await measure('chat', '/api/chat', connections);
  compare(`chat at ${connections}, of the floor`, chat, floor, '≥ 0.5');
  if (connections === 10) {
    // A turn is two messages: the visitor's and the answer.
    const messages = chat.perSecond * 2;
    const { messagesPerSecondAt10 } = MEASURED_ELSEWHERE;
    ratio('messages a second, of 136', messages / messagesPerSecondAt10, '≥ 15', `${messages.toFixed(0)}/s`);
  } else ratio('p99, of 641 ms', chat.p99Ms / MEASURED_ELSEWHERE.p99MsAt50, '≤ 0.25', `${chat.p99Ms} ms`);
}

const bare = await measure('http-layer', '/api/echo', 10, { LAYER: 'bare' });
const layered = await measure('http-layer', '/api/echo', 10);
compare('HTTP layer alone, of node:http', layered, bare, '≥ 0.6');
figure('', 'load and server share this machine’s cores; believe the ratios');
