import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Health } from '../../src/operations/records/health.ts';
import { ErrorBody } from '../../src/platform/wire/query-fields.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { fetchRaw } from '../support/clients/raw-response.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const dist = (path: string) => readFile(new URL(`../../dist/${path}`, import.meta.url));

describe.each(HOSTS)('the versions of the widget on the %s host', (host) => {
  const service = sharedFixture(() =>
    startService({ host, settings: { ALLOWED_ORIGINS: 'https://shop.example' } }),
  );
  const served = async () => Health.parse(await (await service.get('/api/health')).json()).widgets;

  test('health has the address and the integrity of the current version', async () => {
    const [current] = await served();
    const script = await dist('widget.js');
    expect(current).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{6}$/),
      path: `/api/widget/${current?.version}/widget.js`,
      integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    });
  });

  test.each([
    ['widget.js', 'text/javascript; charset=utf-8'],
    ['panel.js', 'text/javascript; charset=utf-8'],
    ['agent.js', 'text/javascript; charset=utf-8'],
    ['forms.js', 'text/javascript; charset=utf-8'],
    ['conversations.js', 'text/javascript; charset=utf-8'],
    ['files.js', 'text/javascript; charset=utf-8'],
    ['peek.js', 'text/javascript; charset=utf-8'],
    ['de.json', 'application/json; charset=utf-8'],
  ])('%s of a version is readable by every site and cached for a year', async (file, type) => {
    const [{ version } = { version: '' }] = await served();
    const address = `${service.origin}/api/widget/${version}/${file}`;
    const site = { 'accept-encoding': 'gzip', origin: 'https://elsewhere.example' };
    const { headers, body } = await fetchRaw(address, site);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding, Origin',
    });
    expect(gunzipSync(body)).toEqual(await dist(`widget-releases/${version}/${file}`));
    const again = await service.get(`/api/widget/${version}/${file}`, {
      ...site,
      'if-none-match': String(headers['etag']),
    });
    expect(again.status).toBe(304);
  });

  test.each(['/api/widget.js', '/api/pages/current/widget-frame.js'])(
    '%s refers to existing files',
    async (path) => {
      const script = await (await service.get(path)).text();
      const [, release = ''] = /"(?:\.\.\/\.\.\/)?(widget\/[^"/]+\/)/.exec(script) ?? [];
      expect((await service.get(`/api/${release}panel.js`)).status).toBe(200);
    },
  );

  test('an unknown version is answered with an error that refers to the served versions', async () => {
    const response = await service.get('/api/widget/9.9.9-000000/widget.js');
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(ErrorBody.parse(await response.json())).toMatchObject({
      error: 'widget-version-not-found',
      message: 'This version of the widget is no longer served. GET /api/health lists those that are.',
    });
  });

  test.each(['..%2fwidget.js', 'widget.js.map', 'releases.json', 'xx.json', 'unknown.js'])(
    'another file is not served: %s',
    async (file) => {
      const [{ version } = { version: '' }] = await served();
      const response = await service.get(`/api/widget/${version}/${file}`);
      expect([400, 404]).toContain(response.status);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );
});
