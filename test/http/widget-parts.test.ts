import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { fetchRaw } from '../support/raw-response.ts';
import { HOSTS, startService } from '../support/service.ts';

const dist = (path: string) => readFile(new URL(`../../dist/${path}`, import.meta.url));

describe.each(HOSTS)('the second file of the widget on the %s host', (host) => {
  const service = sharedFixture(() =>
    startService({ host, settings: { ALLOWED_ORIGINS: 'https://shop.example' } }),
  );

  test.each(['/api/widget.js', '/api/pages/widget-frame.js'])(
    'is where %s asks for it, for every site, and kept for a year',
    async (path) => {
      const script = await (await service.get(path)).text();
      const [, address = ''] = /"(widget\/parts\/[^"]+)"/.exec(script) ?? [];
      const url = new URL(address, `${service.origin}/api/`);
      expect(url.pathname).toMatch(/^\/api\/widget\/parts\/[0-9a-f]{8}\.js$/);
      const { headers, body } = await fetchRaw(url.href, {
        'accept-encoding': 'gzip',
        origin: 'https://elsewhere.example',
      });
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'Accept-Encoding, Origin',
      });
      expect(gunzipSync(body)).toEqual(await dist(url.pathname.replace('/api/widget/parts', 'widget-parts')));
    },
  );

  test.each(['00000000.js', '00000000.js.map', '..%2fwidget.js', 'widget.js'])(
    'of another version, or another file, is not there: %s',
    async (file) => {
      const response = await service.get(`/api/widget/parts/${file}`);
      expect([400, 404]).toContain(response.status);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );
});
