import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port, sends it to the parent process, and answers its requests for the CPU time. */
export function serve(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
    process.on('message', () => {
      const { user, system } = process.cpuUsage();
      process.send?.((user + system) / 1000);
    });
    process.on('SIGTERM', () => process.exit(0));
    endWithParent();
  });
}

/** Ends this process when its parent has ended: its channel closes, also where the parent crashed. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0));
}
