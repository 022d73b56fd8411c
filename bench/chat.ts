import { post } from './support/load.ts';
import { figure, ratio } from './support/report.ts';
import { startServer } from './support/server-process.ts';

// POST /api/chat with a model that answers immediately. On a shared machine rates vary; CPU time per call
// does not, and is what one core can do.
const SECONDS = 6;
const BODY = { message: 'How do I put the chat on my website?' };

/**
 * Live Helper Chat, measured once on one core of another machine. These are constants, not results of this
 * run.
 */
const MEASURED_ELSEWHERE = { messagesPerSecondAt10: 136, p99MsAt50: 641 };

for (const connections of [10, 50]) {
  const service = await startServer('chat');
  const url = `${service.origin}/api/chat`;
  await post(url, BODY, { connections, seconds: 2 });
  const before = await service.cpuMs();
  const { requests, perSecond, p50Ms, p99Ms } = await post(url, BODY, { connections, seconds: SECONDS });
  const cpuMs = ((await service.cpuMs()) - before) / requests;
  await service.stop();
  figure(
    `chat at ${connections} connections`,
    `${perSecond.toFixed(0)} calls/s, ${cpuMs.toFixed(3)} ms CPU a call, p50 ${p50Ms} p99 ${p99Ms} ms`,
  );
  if (connections === 10) {
    // A turn is two messages: the visitor's and the answer.
    const messages = perSecond * 2;
    const { messagesPerSecondAt10 } = MEASURED_ELSEWHERE;
    ratio('messages a second, of 136', messages / messagesPerSecondAt10, '≥ 10', `${messages.toFixed(0)}/s`);
  } else ratio('p99, of 641 ms', p99Ms / MEASURED_ELSEWHERE.p99MsAt50, '≤ 0.25', `${p99Ms} ms`);
}
figure('', 'load and server share this machine’s cores');
