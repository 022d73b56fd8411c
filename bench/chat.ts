import { post } from './support/load.ts';
import { figure, ratio } from './support/report.ts';
import { startServer } from './support/server-process.ts';

// POST /api/chat with a model that answers at once, against bare node:http that writes the same rows.
const SECONDS = 6;
const body = { message: 'How do I put the chat on my website?' };

/** Live Helper Chat on one core, measured once: the peer that the aims are set by. */
const PEER = { perSecond: 136, p99MsAt50: 641 };

async function measure(
  server: string,
  path: string,
  connections: number,
  settings: Record<string, string> = {},
) {
  const running = await startServer(server, settings);
  await post(`${running.origin}${path}`, body, { connections, seconds: 2 });
  const result = await post(`${running.origin}${path}`, body, { connections, seconds: SECONDS });
  await running.stop();
  return result;
}

for (const connections of [10, 50]) {
  const floor = await measure('chat-floor', '/', connections);
  const chat = await measure('chat', '/api/chat', connections);
  const shown = ({ perSecond, p50Ms, p99Ms }: typeof chat) =>
    `${perSecond.toFixed(0)}/s p50 ${p50Ms} p99 ${p99Ms} ms`;
  ratio(
    `chat, ${connections} connections, of the floor`,
    chat.perSecond / floor.perSecond,
    '≥ 0.5',
    `${shown(chat)}; floor ${shown(floor)}`,
  );
  if (connections === 10) {
    // A turn is two messages: the visitor's and the answer.
    ratio(
      'messages a second, of Live Helper Chat',
      (chat.perSecond * 2) / PEER.perSecond,
      '≥ 15',
      `${(chat.perSecond * 2).toFixed(0)}/s against ${PEER.perSecond}/s`,
    );
  } else
    ratio(
      'p99, of Live Helper Chat',
      chat.p99Ms / PEER.p99MsAt50,
      '≤ 0.25',
      `${chat.p99Ms} ms against ${PEER.p99MsAt50} ms`,
    );
}

const bare = await measure('http-layer', '/api/echo', 10, { LAYER: 'bare' });
const layered = await measure('http-layer', '/api/echo', 10);
ratio(
  'the HTTP layer alone, of raw node:http',
  layered.perSecond / bare.perSecond,
  '≥ 0.6',
  `${layered.perSecond.toFixed(0)}/s against ${bare.perSecond.toFixed(0)}/s`,
);
figure('', 'load and server share this machine’s cores; believe the ratios');
