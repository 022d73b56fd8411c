import { afterEach, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const STEP_MS = 6_000;
/** When the desk opens a new connection, in milliseconds. */
const RENEWED_MS = 270_000;

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));

const agents: Awaited<ReturnType<typeof office.agent>>[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.page.close();
});

test.each([
  { shown: 'visible', line: 'loses an event', withinMs: 66_000 },
  { shown: 'hidden', line: 'loses an event', withinMs: 306_000 },
  { shown: 'visible', line: 'is down', withinMs: 26_000 },
  { shown: 'hidden', line: 'is down', withinMs: 106_000 },
])(
  'a $shown desk whose real-time connection $line shows a waiting visitor within $withinMs ms',
  async ({ shown, line, withinMs }) => {
    const agent = await office.agent('Mia Berg', { clock: 'moved' });
    agents.push(agent);
    const { page } = agent;
    const connected = Promise.withResolvers<void>();
    const beats = { asked: 0, answered: 0 };
    let sockets = 0;
    await page.routeWebSocket(/./, (socket) => {
      if (line === 'is down') {
        connected.resolve();
        return void socket.close();
      }
      sockets++;
      const server = socket.connectToServer();
      socket.onMessage((frame) => {
        if (String(frame).includes('"ping"')) beats.asked++;
        server.send(frame);
      });
      server.onMessage((frame) => {
        if (String(frame).includes('"type":"message"')) return;
        socket.send(frame);
        if (String(frame).includes('"pong"')) beats.answered++;
        if (String(frame).includes('"connected"')) connected.resolve();
      });
    });
    await page.reload();
    await agent.list.waitFor();
    // It fetches everything once it is connected.
    await connected.promise;
    await page.waitForLoadState('networkidle');
    await page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { get: () => hidden });
    }, shown === 'hidden');
    await page.clock.runFor(1_000);
    const id = await office.conversation('human_requested', `Is anyone there? ${shown}, ${line}`);
    for (let passedMs = 0; passedMs < withinMs; passedMs += STEP_MS) {
      await page.clock.runFor(STEP_MS);
      // A beat without an answer would end the connection.
      await expect.poll(() => beats.answered).toBe(beats.asked);
    }
    await agent.row(id).waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(\d+\)/);
    // A connection is renewed once before its token ends.
    const renewals = withinMs > RENEWED_MS ? 1 : 0;
    expect(sockets).toBe(line === 'is down' ? 0 : 1 + renewals);
  },
);
