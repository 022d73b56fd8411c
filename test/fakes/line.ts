import { randomInt } from 'node:crypto';
import { createServer, connect, type Server, type Socket } from 'node:net';

/**
 * The state of a connection. `slow`: everything is delayed. `brown`: a brown-out, in which each answer takes
 * 2 to 4 seconds and one in ten is lost with its connection. `resetting`: connections break in the middle,
 * before anything has arrived or during the answer. `silent`: nothing gets through and nothing breaks.
 * `gone`: connections break, and new ones are refused.
 */
export type LineState = 'well' | 'slow' | 'brown' | 'resetting' | 'silent' | 'gone';

/** A proxy for the connection to a server, controlled by the test. */
export interface Line {
  /** The replacement of the server's own origin. */
  origin: string;
  become(state: LineState): Promise<void>;
  close(): Promise<void>;
}

/**
 * Below the ports that a system gives to those who ask for any (Linux: from 32768, others from 49152), which
 * could take the port of a connection that is gone.
 */
const PORTS = { least: 20_000, most: 32_767 };
const SLOW_MS = 40;
const BROWN_OUT = { leastMs: 2_000, mostMs: 4_000, lost: 0.1 };

/** A request on a connection during a brown-out, and its answer until that may pass. */
interface Exchange {
  isLost: boolean;
  answer: Buffer[];
}

/**
 * Opens a proxy to a server at an origin on the loopback. Bytes pass unchanged, so TLS works through it.
 * `speed` is how much faster than the machine's the clock of those who use it goes.
 */
export async function openLine(serverOrigin: string, chance: () => number, speed = 1): Promise<Line> {
  const { protocol, port: serverPort } = new URL(serverOrigin);
  const ends = new Set<Socket>();
  let state: LineState = 'well';
  let server: Server | undefined;

  function take(client: Socket): void {
    const onward = connect(Number(serverPort), '127.0.0.1');
    // Half of the broken connections break before the server has received anything, half while it answers.
    const breaksAt = state === 'resetting' ? Math.floor(chance() * 4) : undefined;
    let pieces = 0;
    const pair = [client, onward] as const;
    const breakOff = () => pair.forEach((end) => end.resetAndDestroy());
    let exchange: Exchange | undefined;
    // A handshake of TLS takes one piece of the client before its requests.
    let greetings = protocol === 'https:' ? 1 : 0;

    /** Holds back what the server answers from now on, for the time that it takes. */
    function begin(): void {
      const { leastMs, mostMs, lost } = BROWN_OUT;
      const begun: Exchange = { isLost: chance() < lost, answer: [] };
      exchange = begun;
      setTimeout(
        () => {
          exchange = undefined;
          if (begun.isLost) breakOff();
          else if (client.writable) for (const bytes of begun.answer) client.write(bytes);
        },
        (leastMs + chance() * (mostMs - leastMs)) / speed,
      );
    }

    const pass = (to: Socket) => (bytes: Buffer) => {
      if (state === 'silent') return;
      if (to === onward && greetings-- <= 0 && state === 'brown' && !exchange) begin();
      if (to === client && exchange) {
        exchange.answer.push(bytes);
        return;
      }
      if (state === 'resetting' && pieces++ >= (breaksAt ?? 0)) {
        breakOff();
        return;
      }
      const send = () => to.writable && to.write(bytes);
      if (state === 'slow') setTimeout(send, SLOW_MS);
      else send();
    };
    client.on('data', pass(onward));
    onward.on('data', pass(client));
    for (const [end, other] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      ends.add(end);
      end.on('error', breakOff);
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
    }
  }

  function breakAll(): void {
    for (const end of ends) end.resetAndDestroy();
  }

  async function open(at: number): Promise<void> {
    const opened = createServer(take);
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(at, '127.0.0.1', resolve);
    });
    server = opened;
  }

  /** Opens at a port that is free, and returns it. */
  async function openFirst(): Promise<number> {
    const at = randomInt(PORTS.least, PORTS.most + 1);
    try {
      await open(at);
      return at;
    } catch (error) {
      if (!isTaken(error)) throw error;
      return await openFirst();
    }
  }

  async function shut(): Promise<void> {
    const closed = new Promise((resolve) => server?.close(resolve));
    breakAll();
    await closed;
    server = undefined;
  }

  const port = await openFirst();
  return {
    origin: `${protocol}//127.0.0.1:${port}`,
    async become(next) {
      const before = state;
      state = next;
      // Swallowed bytes are lost; their senders must not wait for ever after recovery.
      if (before === 'silent') breakAll();
      if (next === 'gone') await shut();
      else if (!server) await open(port);
    },
    close: async () => {
      if (server) await shut();
    },
  };
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
