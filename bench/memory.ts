import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { figure, ratio } from './support/report.ts';
import { startServer, type MeasuredServer } from './support/server-process.ts';
import { post } from './support/load.ts';

// The heap after a full collection: after ten thousand turns, and with a thousand streams open, compared with
// the heap after warm-up.
const STREAMS = 1000;
const TURNS = 10_000;
const BODY = { message: 'How do I put the chat on my website?' };
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

async function turns(server: MeasuredServer, wanted: number): Promise<void> {
  for (let done = 0; done < wanted;) {
    done += (await post(`${server.origin}/api/chat`, BODY, { connections: 20, seconds: 1 })).requests;
  }
}

/** Opens streams, waits for a chunk from each, and returns the function that ends them all. */
async function openStreams(server: MeasuredServer): Promise<() => Promise<void>> {
  const agent = new Agent({ maxSockets: STREAMS });
  const ends: Promise<unknown>[] = [];
  await Promise.all(
    Array.from(
      { length: STREAMS },
      () =>
        new Promise<unknown>((resolve, reject) => {
          const outgoing = request(
            `${server.origin}/api/chat/stream`,
            { method: 'POST', agent },
            (response) => {
              ends.push(once(response, 'close'));
              response.once('data', resolve);
            },
          );
          outgoing.on('error', reject);
          outgoing.end(JSON.stringify(BODY));
        }),
    ),
  );
  return async () => {
    await Promise.all(ends);
    agent.destroy();
  };
}

const chat = await startServer('chat');
await turns(chat, TURNS / 2);
const warm = await chat.heapBytes();
await turns(chat, TURNS);
const after = await chat.heapBytes();
ratio(
  `heap after ${TURNS} more turns, of warm`,
  after / warm,
  '≤ 1.1',
  `${megabytes(after)} against ${megabytes(warm)}`,
);
await chat.stop();

const model = await startServer('model', { EVERY_MS: '60' });
const streaming = await startServer('chat', { OPENAI_BASE_URL: `${model.origin}/v1`, OPENAI_MODEL: 'paced' });
const rounds: { open: number; closed: number }[] = [];
for (let round = 0; round < 3; round++) {
  const closeAll = await openStreams(streaming);
  const open = await streaming.heapBytes();
  await closeAll();
  rounds.push({ open, closed: await streaming.heapBytes() });
}
const [first, , last] = rounds;
if (first && last) {
  figure(
    `heap with ${STREAMS} open streams`,
    `${megabytes(last.open)}, ${((last.open - last.closed) / STREAMS / 1024).toFixed(1)} kB a stream`,
  );
  ratio(
    'heap after the third round, of the first',
    last.closed / first.closed,
    '≤ 1.1',
    `${megabytes(last.closed)} against ${megabytes(first.closed)}`,
  );
}
await Promise.all([streaming.stop(), model.stop()]);
