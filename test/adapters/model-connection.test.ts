import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { connect } from '../../src/adapters/model/connection.ts';
import { closeServer, listen } from '../support/listen.ts';

it('fails where a server switches to a protocol that was not asked for', async () => {
  const server = createServer(({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n');
  });
  const baseUrl = await listen(server);
  const connection = connect({ kind: 'openai', baseUrl, model: 'any' });
  await expect(connection.send('/responses', {}, new AbortController().signal)).rejects.toThrow('closed');
  await closeServer(server);
});
