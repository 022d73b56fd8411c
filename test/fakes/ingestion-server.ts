import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { startTlsServer } from '../support/servers/tls-server.ts';

/** The ingestion endpoint of Application Insights, for one test. */
export interface IngestionServer {
  origin: string;
  connectionString: string;
  /** Everything that arrived, decompressed: every byte of every body, and every path and header. */
  received(): string;
  /** The items that arrived. */
  items: unknown[];
  /** Every request is answered with this status, until it is undefined again. */
  failing: number | undefined;
  close(): Promise<void>;
}

/** Takes whatever is sent, as the service's version 2.1 protocol has it. */
export async function startIngestion(): Promise<IngestionServer> {
  const texts: string[] = [];
  const items: unknown[] = [];
  const { origin, close } = await startTlsServer((request, response) => {
    const received = buffer(request).then((bytes) => {
      const { failing } = ingestion;
      if (failing !== undefined) return void response.writeHead(failing, { 'retry-after': '1' }).end();
      const zipped = request.headers['content-encoding'] === 'gzip';
      const body = (zipped ? gunzipSync(bytes) : bytes).toString();
      texts.push(`${request.method} ${request.url}`, JSON.stringify(request.headers), body);
      const sent: unknown = JSON.parse(body);
      const list: unknown[] = Array.isArray(sent) ? sent : [sent];
      items.push(...list);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ itemsReceived: list.length, itemsAccepted: list.length, errors: [] }));
    });
    // A line that breaks while the sender speaks: the sender tries again.
    received.catch(() => response.destroy());
  });
  const key = '00000000-0000-4000-8000-000000000001';
  const ingestion: IngestionServer = {
    origin,
    connectionString: `InstrumentationKey=${key};IngestionEndpoint=${origin}/;LiveEndpoint=${origin}/`,
    received: () => texts.join('\n'),
    items,
    failing: undefined,
    close,
  };
  return ingestion;
}
