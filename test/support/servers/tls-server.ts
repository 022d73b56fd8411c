import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { trustedCertificate } from './certificate.ts';
import { listen } from './listen.ts';

/** A TLS server on a free loopback port, with a certificate that this process trusts. */
export interface TlsServer {
  /** For example `https://127.0.0.1:40123`. */
  origin: string;
  server: Server;
  /** Resets every connection. */
  cutLines(): void;
  close(): Promise<void>;
}

export async function startTlsServer(listener: RequestListener): Promise<TlsServer> {
  const server = createServer(trustedCertificate(), listener);
  const lines = new Set<Socket>();
  server.on('secureConnection', (line: Socket) => {
    lines.add(line);
    line.on('error', () => line.destroy());
    line.on('close', () => lines.delete(line));
  });
  const origin = (await listen(server)).replace(/^http:/, 'https:');
  const cutLines = () => lines.forEach((line) => line.destroy());
  return {
    origin,
    server,
    cutLines,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutLines();
      await closed;
    },
  };
}
