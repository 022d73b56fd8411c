import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startAgentService } from '../support/service/agent-service.ts';
import { freshFixture } from '../support/fixtures.ts';
import { connectSocket } from '../support/clients/raw-socket.ts';

const MESSAGES = 30;
const Negotiated = z.object({ url: z.string() });
const Said = z.object({
  data: z.object({ type: z.literal('message'), message: z.object({ seq: z.int() }) }),
});

const setup = freshFixture(() => startAgentService());

it('an agent receives simultaneous messages in order, even if another desk reads nothing', async () => {
  const [owner, other] = [setup.agent('Mia'), setup.agent('Lee')];
  const desk = async (agent: typeof owner) => {
    const { body } = await agent.post('/api/agent/negotiate');
    const socket = await connectSocket(Negotiated.parse(body).url);
    await socket.next();
    return socket;
  };
  const sessionId = await setup.conversation('human_requested');
  await owner.post(`/api/agent/sessions/${sessionId}/claim`);
  const [stuck, heard] = [await desk(other), await desk(owner)];
  stuck.socket.pause();
  const say = () =>
    setup.visitor('/api/chat', { sessionId, message: 'Hello?', clientMessageId: randomUUID() });
  const answers = await Promise.all(Array.from({ length: MESSAGES }, say));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  heard.send({ type: 'ping' });
  const seqs: number[] = [];
  for (;;) {
    const frame = await heard.next();
    if (z.safeParse(z.object({ type: z.literal('pong') }), frame).success) break;
    const said = Said.safeParse(frame);
    if (said.success) seqs.push(said.data.data.message.seq);
  }
  const [first = 0] = seqs;
  expect(seqs).toEqual(Array.from({ length: MESSAGES }, (_, n) => first + n));
  for (const { socket } of [stuck, heard]) socket.terminate();
});
