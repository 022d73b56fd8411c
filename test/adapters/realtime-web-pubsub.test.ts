import { randomUUID } from 'node:crypto';
// Loaded before the first call: its time-out is not for loading the SDK on a busy machine.
import '@azure/web-pubsub';
import { describe, expect, it } from 'vitest';
import { webPubSub } from '../../src/adapters/realtime/web-pubsub.ts';
import { ALL_AGENTS, visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import type { Clock, RealtimeEvent } from '../../src/ports.ts';
import { realtimeContract } from '../contracts/realtime.contract.ts';
import { reliableContract } from '../contracts/realtime-reliable.contract.ts';
import { startWebPubSub, type PubSubFault } from '../fakes/web-pubsub-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { connectSocket } from '../support/clients/raw-socket.ts';
import { refusal } from '../support/refusal.ts';

const TOKEN = 'token-for-web-pubsub';

/** Another instance of the same deployment. */
function another(endpoint: string, clock: Clock = realClock) {
  const getToken = () => Promise.resolve({ token: TOKEN, expiresOnTimestamp: Date.now() + 3_600_000 });
  return webPubSub({
    account: { endpoint, credential: () => Promise.resolve({ getToken }) },
    hub: 'chat',
    clock,
    telemetry: recordingTelemetry(),
  });
}

async function start(serverClock: Clock = realClock) {
  const server = await startWebPubSub('chat', TOKEN, serverClock);
  const telemetry = recordingTelemetry();
  const scopes: string[] = [];
  const credential = {
    getToken(scope: string | string[]) {
      scopes.push(...[scope].flat());
      return Promise.resolve({ token: TOKEN, expiresOnTimestamp: Date.now() + 3_600_000 });
    },
  };
  const realtime = webPubSub({
    account: { endpoint: server.endpoint, credential: () => Promise.resolve(credential) },
    hub: 'chat',
    clock: realClock,
    telemetry,
    timeoutMs: 1_500,
  });
  return {
    realtime,
    server,
    telemetry,
    scopes,
    serviceOrigin: 'https://chat.example',
    cutLines: server.cutLines,
    close: server.close,
  };
}

realtimeContract('Web PubSub', () => start());
reliableContract('Web PubSub', 30_000, async () => {
  const clock = manualClock();
  return { ...(await start(clock)), clock };
});

describe('Web PubSub', () => {
  const setup = freshFixture(() => start());

  const event = (sessionId: string): RealtimeEvent => ({ type: 'typing', sessionId, from: 'agent' });

  it('makes one request for each negotiation, and reports its duration to telemetry', async () => {
    const sessionId = randomUUID();
    const { url, expiresAt } = await setup.realtime.visitorAccess(sessionId, setup.serviceOrigin);
    expect(url).toMatch(/^wss:\/\/127\.0\.0\.1:\d+\/client\/hubs\/chat\?access_token=/);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 5 * 60_000);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 4 * 60_000);
    expect(setup.server.calls).toEqual(['POST /api/hubs/chat/:generateToken 200']);
    expect(setup.scopes).toEqual(['https://webpubsub.azure.com/.default']);
    expect(setup.telemetry.events).toEqual([
      { type: 'dependency', name: 'web-pubsub.generate-token', durationMs: expect.any(Number), ok: true },
    ]);
    expect(JSON.stringify(setup.telemetry.events)).not.toContain(sessionId);
  });

  it('closes connections with expired tokens when other clients connect', async () => {
    const clock = manualClock();
    const server = await startWebPubSub('chat', TOKEN, clock);
    const realtime = another(server.endpoint, clock);
    const access = () => realtime.agentAccess('mia', setup.serviceOrigin);
    const left = await connectSocket((await access()).url);
    clock.advance(5 * 60_000);
    const valid = await connectSocket((await access()).url);
    expect(left.socket.readyState).toBe(left.socket.OPEN);
    clock.advance(5 * 60_000);
    const newest = await connectSocket((await access()).url);
    expect((await left.closed).code).toBe(1008);
    expect([valid, newest].map(({ socket }) => socket.readyState)).toEqual([1, 1]);
    // Once in five minutes, not for each.
    server.calls.length = 0;
    await access();
    expect(server.calls).toEqual(['POST /api/hubs/chat/:generateToken 200']);
    await server.close();
  });

  it('requests only operations of its protocol version', async () => {
    const { realtime, server } = setup;
    await realtime.agentAccess('mia', setup.serviceOrigin);
    await realtime.toGroup(visitorsGroup('one'), event('one'));
    await realtime.toGroup(ALL_AGENTS, event('one'));
    await realtime.join('mia', 'one');
    await realtime.leave('mia', 'one');
    await realtime.connectedAgents();
    await realtime.close();
    expect(server.calls).toEqual([
      'POST /api/hubs/chat/:generateToken 200',
      'POST /api/hubs/chat/groups/visitors%3Aone/:send 202',
      'POST /api/hubs/chat/groups/agents/:send 202',
      'POST /api/hubs/chat/:addToGroups 200',
      'POST /api/hubs/chat/:removeFromGroups 200',
      'GET /api/hubs/chat/groups/agents/connections 200',
    ]);
  });

  it.each([
    ['refuses', { status: 401 }],
    ['throttles', { status: 429 }],
    ['fails', { status: 503 }],
    ['does not know the hub', { status: 404 }],
    ['hangs', 'hang'],
    ['breaks the connection', 'reset'],
  ] satisfies [string, PubSubFault][])(
    'is unavailable while the service %s, and recovers with it',
    async (_how, fault) => {
      const sessionId = randomUUID();
      const { realtime, server } = setup;
      server.fault = fault;
      const asked = [
        realtime.visitorAccess(sessionId, setup.serviceOrigin),
        realtime.toGroup(visitorsGroup(sessionId), event(sessionId)),
        realtime.toGroup(ALL_AGENTS, event(sessionId)),
        realtime.join('mia', sessionId),
        realtime.connectedAgents(),
      ];
      expect(await Promise.all(asked.map(refusal))).toEqual(asked.map(() => 'realtime-unavailable'));
      server.fault = undefined;
      await realtime.toGroup(visitorsGroup(sessionId), event(sessionId));
      expect(setup.telemetry.events.at(-1)).toMatchObject({ name: 'web-pubsub.send-to-group', ok: true });
    },
  );
});
