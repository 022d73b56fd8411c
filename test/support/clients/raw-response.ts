import { request } from 'node:http';

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** Sends a request without `fetch`, which would decompress the response and allows no body for GET. */
export async function rawRequest(url: string, { method = 'GET', headers = {}, body }: RawRequest) {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = body && !isChunked ? { 'content-length': String(body.length) } : {};
  return await new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(url, { method, headers: { ...headers, ...length } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end(body);
    },
  );
}

export const fetchRaw = (url: string, headers: Record<string, string>) => rawRequest(url, { headers });
