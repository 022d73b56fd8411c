import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { apiDescription } from '../../src/http/openapi.ts';
import { rawRequest } from '../support/clients/raw-response.ts';
import { startService } from '../support/service/service.ts';

test('the description is generated once for a version', async () => {
  const description = apiDescription(() => Promise.resolve(routes));
  const [one, two, other] = await Promise.all([description('1.0'), description('1.0'), description('1.1')]);
  expect(two).toBe(one);
  expect(other.info.version).toBe('1.1');
  expect(one.info.version).toBe('1.0');
});

test('the reference page is compressed once, has no script, and is answered with 304 if it is unchanged', async () => {
  const service = await startService({ host: 'node' });
  try {
    const read = (headers: Record<string, string>) => rawRequest(`${service.origin}/api/docs`, { headers });
    const first = await read({ 'accept-encoding': 'br' });
    expect(first.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(brotliDecompressSync(first.body).toString()).toMatch(/^<!doctype html>(?!.*<script)/is);
    expect((await read({ 'accept-encoding': 'br' })).body.equals(first.body)).toBe(true);
    const etag = String(first.headers['etag']);
    expect((await read({ 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304);
  } finally {
    await service.close();
  }
});
