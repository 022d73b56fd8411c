import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { unacknowledgedMessages } from '../../src/adapters/realtime/local-hub-unacknowledged.ts';
import { ALL_AGENTS } from '../../src/platform/rules/realtime-groups.ts';
import { listedSession } from '../../src/conversations/records/public-session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import { START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';
import { connectSocket } from '../support/clients/raw-socket.ts';

const DESKS = 20;
const PLAIN = 'json.webpubsub.azure.v1';
const RELIABLE = 'json.reliable.webpubsub.azure.v1';

const hub = freshFixture(() => startLocalHub());

function connectDesks(protocol: string) {
  return Promise.all(
    Array.from({ length: DESKS }, async (_, n) => {
      const { url } = await hub.realtime.agentAccess(`agent-${n}`, hub.serviceOrigin);
      const desk = await connectSocket(url, [protocol]);
      await desk.next();
      return desk;
    }),
  );
}

it.each([PLAIN, RELIABLE])('An event to twenty desks is serialized once: %s', async (protocol) => {
  const desks = await connectDesks(protocol);
  let serialized = 0;
  const session = listedSession(startSession('one', START));
  Object.defineProperty(session, 'preview', {
    enumerable: true,
    get: () => `serialized ${++serialized} times`,
  });
  const before = hub.realtime.work.framesSent;
  await hub.realtime.toGroup(ALL_AGENTS, { type: 'session', session });
  for (const desk of desks) {
    expect(await desk.next()).toMatchObject({ data: { session: { preview: 'serialized 1 times' } } });
  }
  expect([serialized, hub.realtime.work.framesSent - before]).toEqual([1, DESKS]);
});

it('An event to twenty desks is encoded once: all of them are sent the same bytes', async () => {
  const desks = await connectDesks(PLAIN);
  const session = listedSession(startSession('one', START));
  const send = vi.spyOn(WebSocket.prototype, 'send');
  await hub.realtime.toGroup(ALL_AGENTS, {
    type: 'session',
    session: { ...session, claimedByName: 'Zoë 👋' },
  });
  const sent = new Set<unknown>(send.mock.calls.map(([data]) => data));
  send.mockRestore();
  expect([...sent]).toEqual([expect.any(Uint8Array)]);
  for (const desk of desks) {
    expect(await desk.next()).toMatchObject({ data: { session: { claimedByName: 'Zoë 👋' } } });
  }
});

it('Desks that acknowledge nothing share the buffered bytes', () => {
  const frame = Buffer.from('{"type":"message"}');
  const buffers = [1, 2].map(() => unacknowledgedMessages({ messages: 2, bytes: 100 }));
  expect(buffers.map((buffer) => [buffer.add(frame), buffer.add(frame), buffer.add(frame)])).toEqual([
    [1, 2, undefined],
    [1, 2, undefined],
  ]);
  const kept = buffers.flatMap((buffer) => [...buffer.all()]);
  expect(kept.map(([, bytes]) => bytes === frame)).toEqual([true, true, true, true]);
});
