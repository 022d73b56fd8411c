import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { startAgentService, type TestAgent } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { connectAgent, connectVisitor, type RealtimeClient } from '../support/clients/realtime-client.ts';

const Event = z.looseObject({ type: z.enum(['message', 'session', 'typing', 'seen']) });

describe('real-time events of a conversation', () => {
  let miaHears: RealtimeClient;
  let leeHears: RealtimeClient;
  let sessionId: string;
  let visitorHears: RealtimeClient;

  const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));
  beforeAll(async () => {
    [miaHears, leeHears] = await Promise.all([connectAgent(mia), connectAgent(lee)]);
  });
  afterAll(async () => {
    await Promise.all([miaHears, leeHears].map((client) => client.stop()));
  });
  beforeEach(async () => {
    sessionId = await desk.conversation('human_requested');
    visitorHears = await connectVisitor(desk, sessionId);
    return () => visitorHears.stop();
  });

  const act = (agent: TestAgent, action: string, body?: unknown) =>
    agent.post(`/api/agent/sessions/${sessionId}/${action}`, body);

  /** Waits until a client has heard an event of the conversation that is as expected. */
  async function hears(client: RealtimeClient, expected: object): Promise<void> {
    await expect.poll(() => client.fromServer).toContainEqual(expect.objectContaining(expected));
  }

  function about(client: RealtimeClient): z.infer<typeof Event>[] {
    return client.fromServer
      .map((data) => Event.parse(data))
      .filter((event) => JSON.stringify(event).includes(sessionId));
  }

  test('a handoff is sent to every agent with a preview of the last message', async () => {
    for (const client of [miaHears, leeHears]) {
      await hears(client, {
        type: 'session',
        session: expect.objectContaining({
          sessionId,
          status: 'human_requested',
          preview: 'Hello there.',
        }),
      });
    }
  });

  test('a claim is sent to every agent with its owner, and to the visitor with the agent’s name', async () => {
    await act(mia, 'claim');
    await hears(visitorHears, {
      type: 'session',
      session: expect.objectContaining({ status: 'claimed', agent: { name: 'Mia' } }),
    });
    await hears(leeHears, {
      type: 'session',
      session: expect.objectContaining({ sessionId, status: 'claimed', claimedBy: mia.oid }),
    });
  });

  test('a release, a transfer and a close are sent to the visitor and the agents', async () => {
    await act(mia, 'claim');
    await act(mia, 'release');
    await hears(visitorHears, { session: expect.objectContaining({ status: 'human_requested' }) });
    await act(lee, 'claim');
    await act(lee, 'transfer', { oid: mia.oid });
    await expect
      .poll(() => about(visitorHears).at(-1))
      .toMatchObject({ session: { status: 'claimed', agent: { name: 'Mia' } } });
    await hears(leeHears, { session: expect.objectContaining({ sessionId, claimedBy: mia.oid }) });
    await act(mia, 'close');
    await hears(visitorHears, { session: expect.objectContaining({ status: 'closed' }) });
    await hears(leeHears, { session: expect.objectContaining({ sessionId, status: 'closed' }) });
  });

  test('typing and seen events are sent only between the claiming agent and the visitor', async () => {
    await act(mia, 'claim');
    const typing = { type: 'typing', sessionId, from: 'visitor' };
    await expect
      .poll(async () => {
        await visitorHears.send(sessionId, typing);
        return miaHears.fromGroups.some(({ group }) => group === sessionId);
      })
      .toBe(true);
    await act(mia, 'signal', { type: 'seen', seq: 3 });
    await hears(visitorHears, { type: 'seen', sessionId, from: 'agent', seq: 3 });
    expect(await miaHears.send(sessionId, { type: 'typing', sessionId, from: 'agent' })).toBe('done');
    expect(leeHears.fromGroups.filter(({ group }) => group === sessionId)).toEqual([]);
  });

  test('an agent who transfers a conversation to themselves still gets its events', async () => {
    await act(mia, 'claim');
    expect((await act(mia, 'transfer', { oid: mia.oid })).status).toBe(200);
    await desk.visitor('/api/chat', { sessionId, message: 'Are you there?' });
    await hears(miaHears, { type: 'message', sessionId, message: expect.objectContaining({ seq: 4 }) });
    const typing = { type: 'typing', sessionId, from: 'visitor' };
    await visitorHears.send(sessionId, typing);
    await expect.poll(() => miaHears.fromGroups.some(({ group }) => group === sessionId)).toBe(true);
  });

  test('after a release the agent gets no typing events of the visitor', async () => {
    await act(mia, 'claim');
    await expect
      .poll(async () => {
        await visitorHears.send(sessionId, { type: 'typing', sessionId, from: 'visitor' });
        return miaHears.fromGroups.filter(({ group }) => group === sessionId).length;
      })
      .toBeGreaterThan(0);
    await act(mia, 'release');
    await hears(visitorHears, { session: expect.objectContaining({ status: 'human_requested' }) });
    const heard = miaHears.fromGroups.length;
    await visitorHears.send(sessionId, { type: 'typing', sessionId, from: 'visitor' });
    await act(mia, 'claim');
    await expect
      .poll(async () => {
        await visitorHears.send(sessionId, { type: 'seen', sessionId, from: 'visitor', seq: 3 });
        return miaHears.fromGroups.slice(heard).filter(({ group }) => group === sessionId)[0]?.data;
      })
      .toMatchObject({ type: 'seen' });
  });
});
