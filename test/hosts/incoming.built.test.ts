import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { fromIncoming } from '../../src/hosts/incoming.ts';

it('the body is empty if the client disconnects in the middle of it, before or during reading', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    for (const readsBefore of [true, false]) {
      const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
      const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': 9 } });
      sent.on('error', () => undefined).write('half');
      const [incoming, outgoing] = await arrived;
      const { body } = fromIncoming(incoming);
      const gone = once(outgoing, 'close');
      const early = readsBefore ? body(100) : undefined;
      sent.destroy();
      await gone;
      expect(await (early ?? body(100))).toHaveLength(0);
    }
  } finally {
    server.close();
  }
});
