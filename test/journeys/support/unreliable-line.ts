import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { seededRandom } from '../../support/ports/random.ts';
import { closeServer, listen } from '../../support/servers/listen.ts';
import { startTlsServer } from '../../support/servers/tls-server.ts';

/** A proxy for the service on which real-time events are lost, doubled, delayed or reordered. */
export interface UnreliableLine {
  origin: string;
  /** The faults of events so far. */
  readonly harm: { dropped: number; doubled: number; delayed: number; cut: number };
  /** How many real-time connections there are now. */
  readonly connections: number;
  /** Ends every real-time connection without a word. */
  cut(): void;
  /** Breaks off every answer that is still coming; the service does not hear of it. */
  breakAnswers(): void;
  /** From now on every event is lost, while connections stay. */
  loseAll(): void;
  close(): Promise<void>;
}

const LATE_MS = 120;

/**
 * Stands before a service, with TLS where that has it. Requests pass as they are; a quarter of the events
 * come through unharmed.
 */
export async function unreliableLine(service: string, seed: number): Promise<UnreliableLine> {
  const next = seededRandom(seed);
  const harm = { dropped: 0, doubled: 0, delayed: 0, cut: 0 };
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([offered]) => offered ?? false });
  const lines = new Set<WebSocket>();
  const late = new Set<Promise<void>>();
  const answers = new Set<ServerResponse>();
  let losesAll = false;

  function pass(client: WebSocket, frame: string): void {
    const send = () => {
      if (client.readyState === client.OPEN) client.send(frame);
    };
    const sendLate = () => {
      const sent = delay(next() * LATE_MS).then(send);
      late.add(sent);
      void sent.finally(() => late.delete(sent));
    };
    if (!isEvent(frame)) {
      send();
      return;
    }
    const fate = losesAll ? 0 : Math.floor(next() * 4);
    if (fate === 0) {
      harm.dropped++;
      return;
    }
    if (fate === 1) {
      harm.doubled++;
      send();
      sendLate();
      return;
    }
    if (fate === 2) {
      harm.delayed++;
      sendLate();
      return;
    }
    send();
  }

  const isOverTls = service.startsWith('https:');
  const { server, origin, close } = await (isOverTls ? startTlsServer : startPlainServer)(
    (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const ask = isOverTls ? requestOverTls : request;
      const onward = ask(`${service}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answers.add(outgoing);
        outgoing.on('close', () => answers.delete(outgoing));
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    },
  );
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      const hub = new WebSocket(`${service.replace(/^http/, 'ws')}${incoming.url}`, client.protocol);
      lines.add(client);
      hub.on('message', (data: Buffer) => pass(client, data.toString()));
      hub.on('close', () => client.terminate());
      hub.on('error', () => client.terminate());
      client.on('message', (data: Buffer) => {
        if (hub.readyState === hub.OPEN) hub.send(data.toString());
      });
      client.on('close', () => {
        lines.delete(client);
        hub.terminate();
      });
    });
  });

  function cut(): void {
    harm.cut += lines.size;
    for (const line of lines) line.terminate();
  }

  return {
    origin,
    harm,
    get connections() {
      return lines.size;
    },
    cut,
    breakAnswers() {
      for (const answer of answers) answer.destroy();
    },
    loseAll: () => void (losesAll = true),
    async close() {
      cut();
      await Promise.all(late);
      await close();
    },
  };
}

async function startPlainServer(listener: RequestListener) {
  const server = createServer(listener);
  const origin = await listen(server);
  return {
    server,
    origin,
    close: () => closeServer(server),
  };
}

const isEvent = (frame: string): boolean => frame.includes('"type":"message"');
