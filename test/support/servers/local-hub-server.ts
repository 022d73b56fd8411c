import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { localHub, type LocalHub } from '../../../src/adapters/realtime/local-hub.ts';
import { listen } from './listen.ts';
import { manualClock, type ManualClock } from '../clocks/manual-clock.ts';
import { realRandom } from '../ports/random.ts';

/** A hub attached to a server on a free loopback port. */
interface LocalHubServer {
  realtime: LocalHub;
  clock: ManualClock;
  signingKey: Uint8Array;
  serviceOrigin: string;
  /** Resets every TCP connection. */
  cutLines(): void;
  close(): Promise<void>;
}

export async function startLocalHub(
  isWidgetOpen: (widgetId: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<LocalHubServer> {
  const signingKey = randomBytes(32);
  const clock = manualClock();
  const realtime = localHub({ hub: 'chat', signingKey, isWidgetOpen, clock, random: realRandom });
  const server = createServer((_request, response) => response.end('page'));
  const lines = new Set<Socket>();
  server.on('connection', (line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  realtime.attach(server);
  const serviceOrigin = await listen(server);
  const cutLines = () => lines.forEach((line) => line.destroy());
  return {
    realtime,
    clock,
    signingKey,
    serviceOrigin,
    cutLines,
    async close() {
      await realtime.close();
      const closed = new Promise((resolve) => server.close(resolve));
      cutLines();
      await closed;
    },
  };
}
