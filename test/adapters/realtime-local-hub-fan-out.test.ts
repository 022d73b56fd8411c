import { expect, it } from 'vitest';
import { ALL_AGENTS } from '../../src/domain/realtime-groups.ts';
import { listedSession } from '../../src/domain/records/session.ts';
import { startSession } from '../../src/domain/session.ts';
import { START } from '../support/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/local-hub-server.ts';
import { connectSocket } from '../support/raw-socket.ts';

const DESKS = 20;

const hub = freshFixture(() => startLocalHub());

it('An event to twenty desks is serialized once', async () => {
  const desks = await Promise.all(
    Array.from({ length: DESKS }, async (_, n) => {
      const { url } = await hub.realtime.agentAccess(`agent-${n}`, hub.serviceOrigin);
      const desk = await connectSocket(url);
      await desk.next();
      return desk;
    }),
  );
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
