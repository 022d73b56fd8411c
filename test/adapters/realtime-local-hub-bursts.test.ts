import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { BURST_MS } from '../../src/adapters/realtime/local-hub-bursts.ts';
import { agentGroup, ALL_AGENTS } from '../../src/domain/realtime-groups.ts';
import { listedSession } from '../../src/domain/records/session.ts';
import { startSession } from '../../src/domain/session-messages.ts';
import { START } from '../support/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/local-hub-server.ts';
import { connectSocket } from '../support/raw-socket.ts';

const PLAIN = 'json.webpubsub.azure.v1';
const RELIABLE = 'json.reliable.webpubsub.azure.v1';

const hub = freshFixture(() => startLocalHub());

async function connectDesk(protocol = PLAIN) {
  const { url } = await hub.realtime.agentAccess('mia', hub.serviceOrigin);
  const desk = await connectSocket(url, [protocol]);
  await desk.next();
  return desk;
}

/** Connects as many desks as share writes. */
async function connectDesks(protocol = PLAIN) {
  const [desk] = await Promise.all([1, 2, 3, 4].map(() => connectDesk(protocol)));
  if (!desk) throw new Error('No desk is connected.');
  return desk;
}

function change(sessionId: string, group: 'agents' | `agent:${string}` = ALL_AGENTS): Promise<void> {
  const session = listedSession(startSession(sessionId, START));
  return hub.realtime.toGroup(group, { type: 'session', session });
}

const row = (sessionId: string) => ({ data: { session: { sessionId } } });

it('A change of the list that comes alone is sent at once, also after a burst', async () => {
  const desk = await connectDesks();
  await change('one');
  expect(await desk.next()).toMatchObject(row('one'));
  await change('two');
  hub.clock.advance(BURST_MS);
  hub.clock.advance(BURST_MS);
  expect(await desk.next()).toMatchObject(row('two'));
  await change('three');
  expect(await desk.next()).toMatchObject(row('three'));
});

it.each([PLAIN, RELIABLE])(
  'What follows within 50 ms leaves in its order in one write: %s',
  async (protocol) => {
    const desk = await connectDesks(protocol);
    await change('one');
    expect(await desk.next()).toMatchObject(row('one'));
    const write = vi.spyOn(Socket.prototype, '_writev');
    for (const sessionId of ['two', 'one', 'two', 'three']) await change(sessionId);
    hub.clock.advance(BURST_MS - 1);
    expect(write).not.toHaveBeenCalled();
    hub.clock.advance(1);
    expect(write).toHaveBeenCalledTimes(4);
    write.mockRestore();
    const heard = [await desk.next(), await desk.next(), await desk.next(), await desk.next()];
    expect(heard).toMatchObject(['two', 'one', 'two', 'three'].map(row));
    if (protocol === RELIABLE) {
      expect(heard).toMatchObject([2, 3, 4, 5].map((sequenceId) => ({ sequenceId })));
    }
  },
);

it('A burst that goes on is sent every 50 ms', async () => {
  const desk = await connectDesks();
  await change('one');
  await change('two');
  hub.clock.advance(BURST_MS);
  await change('three');
  await change('mine', agentGroup('mia'));
  hub.clock.advance(BURST_MS);
  const heard = [await desk.next(), await desk.next(), await desk.next(), await desk.next()];
  expect(heard).toMatchObject(['one', 'two', 'mine', 'three'].map(row));
});

it('Events to one agent wait for no burst', async () => {
  const desk = await connectDesks();
  await change('one');
  await change('two');
  await change('mine', agentGroup('mia'));
  expect([await desk.next(), await desk.next()]).toMatchObject([row('one'), row('mine')]);
});

it('A hub that closes sends what waits', async () => {
  const desk = await connectDesks();
  await change('one');
  await change('two');
  const closing = hub.realtime.close();
  expect([await desk.next(), await desk.next()]).toMatchObject([row('one'), row('two')]);
  await closing;
});

it('A burst for three desks is sent as it comes', async () => {
  const desks = await Promise.all([1, 2, 3].map(() => connectDesk()));
  await change('one');
  await change('two');
  for (const desk of desks) {
    expect([await desk.next(), await desk.next()]).toMatchObject([row('one'), row('two')]);
  }
});
