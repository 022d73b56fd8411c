import { createServer } from 'node:http';
import { createRemoteJWKSet } from 'jose';
import { firstOrders } from '../src/web/demo/shop-orders.ts';
import { orderApi } from './local-order-api.ts';

/**
 * The process of the demo's order API. Arguments: the port to listen on, and the URL of the chat service's
 * public keys. It sends its port to the parent process, and ends with it.
 */
const [port = '0', keysUrl = ''] = process.argv.slice(2);
let host = '';
const server = createServer(
  orderApi({
    keys: createRemoteJWKSet(new URL(keysUrl)),
    host: () => host,
    now: Date.now,
    orders: firstOrders(Date.now()),
  }),
);
process.on('disconnect', () => process.exit(0));
server.on('error', () => process.exit(1));
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : Number(port);
  host = `127.0.0.1:${bound}`;
  process.send?.({ port: bound });
});
