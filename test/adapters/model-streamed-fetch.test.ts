import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { streamedFetch } from '../../src/adapters/model/streamed-fetch.ts';
import { closeServer, listen } from '../support/servers/listen.ts';

it('fails where a server switches to a protocol that was not asked for', async () => {
  const server = createServer(({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n');
  });
  const url = await listen(server);
  await expect(streamedFetch().fetch(url, { method: 'POST', body: '{}' })).rejects.toThrow();
  await closeServer(server);
});
