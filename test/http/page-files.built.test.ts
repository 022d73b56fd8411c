import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isVersion, PAGE_PARTS, withVersions } from '../../src/http/page-files.ts';
import { directoryAssets } from '../../src/adapters/assets/directory.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { HOSTS, startService } from '../support/service/service.ts';

const EARLIER = '0123456789abcdef';
const YEAR = 'public, max-age=31536000, immutable';

describe.each(HOSTS)('the files of a page, on the %s host', (host) => {
  const service = sharedFixture(() => startService({ host }));

  /** Status and caching of an address below `/api/pages/`, and the content. */
  async function fetched(path: string) {
    const response = await service.get(`/api/pages/${path}`);
    const header = (name: string) => response.headers.get(name);
    return {
      caching: [response.status, header('cache-control')],
      origin: header('cross-origin-resource-policy'),
      text: await response.text(),
    };
  }

  /** The addresses of a page's files, as its markup has them. */
  async function namedBy(page: string): Promise<string[]> {
    const markup = await (await service.get(`/api/${page}`)).text();
    return Array.from(
      markup.matchAll(/(?:href|src)="\/api\/pages\/([^"]+\.(?:js|css))"/g),
      ([, path = '']) => path,
    );
  }

  test.each(['dashboard', 'collab-tab', 'widget/preview'])(
    'have the hash of their content in their address and are kept for a year: %s',
    async (page) => {
      const named = await namedBy(page);
      expect(named.length).toBeGreaterThan(0);
      for (const path of named) {
        const [version, file] = path.split('/');
        expect(version).toMatch(/^[\da-f]{16}$/);
        const [versioned, plain] = [await fetched(path), await fetched(`current/${String(file)}`)];
        expect(versioned).toEqual({ ...plain, caching: [200, YEAR], origin: 'same-origin' });
        expect(plain.caching).toEqual([200, 'private, no-cache']);
      }
    },
  );

  test('of an earlier version are the current files, and are not cached', async () => {
    const [current = ''] = (await namedBy('dashboard')).filter((path) => path.endsWith('.js'));
    const earlier = await fetched(`${EARLIER}/dashboard.js`);
    expect(earlier.caching).toEqual([200, 'private, no-cache']);
    expect(earlier.text).toBe((await fetched(current)).text);
  });

  test('that are loaded later are served by their names', async () => {
    const parts = JSON.parse(await readFile(`dist/${PAGE_PARTS}`, 'utf8')) as object;
    expect(Object.keys(parts).length).toBeGreaterThan(3);
    for (const name of Object.keys(parts)) {
      expect(name).toMatch(/^[a-z\d-]+\.js$/);
      expect((await fetched(`current/${name}`)).caching[0]).toBe(200);
    }
  });

  test('that are loaded later have the version of the script that names them', async () => {
    const [script = ''] = (await namedBy('collab-tab')).filter((path) => path.endsWith('.js'));
    const [version = ''] = script.split('/');
    const parts = new Set((await fetched(script)).text.match(/(?<=\.\/)desk-[\w-]+\.js/g));
    expect(parts.size).toBeGreaterThan(1);
    for (const part of parts) {
      expect((await fetched(`${version}/${part}`)).caching).toEqual([200, YEAR]);
      expect((await fetched(`${EARLIER}/${part}`)).caching).toEqual([200, 'private, no-cache']);
    }
    expect((await fetched(`${version}/desk-browser-AAAAAAAA.js`)).caching).toEqual([404, 'no-store']);
  });
});

test('get a version only in attributes of the markup, and only if the file exists', async () => {
  const assets = directoryAssets('dist');
  const text =
    '<p>src=&quot;/api/pages/current/desk.js&quot; /api/pages/current/desk.js</p><a href="/api/pages/current/none.js">';
  expect(await withVersions(text, assets)).toBe(text);
});

test('that are loaded later have the version of their script by the build’s list', async () => {
  const files: Record<string, string> = {
    'pages/parts.json': '{"later.js":"desk.js"}',
    'pages/desk.js': 'desk',
    'pages/desk-other-ABCDEFGH.js': 'another file',
  };
  const assets = directoryAssets('dist');
  const read = (path: string) =>
    files[path] === undefined ? Promise.resolve(undefined) : assets.make(files[path]);
  const version = async (path: string) => (await read(path))?.etag.slice(1, 17) ?? '';
  const desk = await version('pages/desk.js');
  expect(await isVersion({ ...assets, read }, desk, 'later.js')).toBe(true);
  expect(await isVersion({ ...assets, read }, desk, 'desk-other-ABCDEFGH.js')).toBe(false);
  const other = await version('pages/desk-other-ABCDEFGH.js');
  expect(await isVersion({ ...assets, read }, other, 'desk-other-ABCDEFGH.js')).toBe(true);
});
