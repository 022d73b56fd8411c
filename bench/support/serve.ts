import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port, sends it to the parent process, and answers its requests for usage numbers. */
export function serve(server: Server): void {
  server.listen(0, '127.0.0.1', () => answerUsage((server.address() as AddressInfo).port));
}

/**
 * Sends the port of a server to the parent process, and answers its requests for usage numbers. Only one
 * for the heap collects: a full collection drops compiled code, which the next work would compile again.
 */
export function answerUsage(port: number): void {
  process.send?.({ port });
  process.on('message', (asked) => {
    if (asked === 'heap') {
      globalThis.gc?.();
      process.send?.(process.memoryUsage().heapUsed);
      return;
    }
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
  process.on('SIGTERM', () => process.exit(0));
}
