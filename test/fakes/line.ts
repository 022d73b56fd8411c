import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * The state of a connection. `slow`: everything is delayed. `resetting`: connections break in the middle,
 * before anything has arrived or during the answer. `silent`: nothing gets through and nothing breaks.
 * `gone`: connections break, and new ones are refused.
 */
export type LineState = 'well' | 'slow' | 'resetting' | 'silent' | 'gone';

/** A proxy for the connection to a server, controlled by the test. */
export interface Line {
  /** What to use instead of the server's own origin. */
  origin: string;
  become(state: LineState): Promise<void>;
  close(): Promise<void>;
}

const SLOW_MS = 40;

/** Opens a proxy to a server at an origin on the loopback. Bytes pass unchanged, so TLS works through it. */
export async function openLine(serverOrigin: string, chance: () => number): Promise<Line> {
  const { protocol, port: serverPort } = new URL(serverOrigin);
  const ends = new Set<Socket>();
  let state: LineState = 'well';
  let port = 0;
  let server: Server | undefined;

  function take(client: Socket): void {
    const onward = connect(Number(serverPort), '127.0.0.1');
    // Half of the broken connections break before the server has received anything, half while it answers.
    const breaksAt = state === 'resetting' ? Math.floor(chance() * 4) : undefined;
    let pieces = 0;
    const pair = [client, onward] as const;
    const breakOff = () => pair.forEach((end) => end.resetAndDestroy());
    const pass = (to: Socket) => (bytes: Buffer) => {
      if (state === 'silent') return;
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

  async function open(): Promise<void> {
    const opened = createServer(take);
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(port, '127.0.0.1', resolve);
    });
    port = (opened.address() as AddressInfo).port;
    server = opened;
  }

  async function shut(): Promise<void> {
    const closed = new Promise((resolve) => server?.close(resolve));
    breakAll();
    await closed;
    server = undefined;
  }

  await open();
  return {
    origin: `${protocol}//127.0.0.1:${port}`,
    async become(next) {
      const before = state;
      state = next;
      // Swallowed bytes are lost; their senders must not wait for ever after recovery.
      if (before === 'silent') breakAll();
      if (next === 'gone') await shut();
      else if (!server) await open();
    },
    close: async () => {
      if (server) await shut();
    },
  };
}
