import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port, sends it to the parent process, and answers its requests for usage numbers. */
export function serve(server: Server): void {
  server.listen(0, '127.0.0.1', () => answerUsage((server.address() as AddressInfo).port));
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Sends the port of a server to the parent process, and answers its requests for usage numbers. The full
 * collections before the heap is measured are no part of the CPU time.
 */
export function answerUsage(port: number): void {
  let collectingMs = 0;
  process.send?.({ port });
  process.on('message', () => {
    const usedMs = cpuMs();
    globalThis.gc?.();
    process.send?.({ cpuMs: usedMs - collectingMs, heapBytes: process.memoryUsage().heapUsed });
    collectingMs += cpuMs() - usedMs;
  });
  process.on('SIGTERM', () => process.exit(0));
}
