import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlPlaneRoutes } from '../../functions/publisher/routes.ts';
import { routes } from '../../functions/routes.ts';
import type { BundleOutputs } from '../../scripts/bundle-for-node.ts';
import { compressedPaths, hashOf } from '../../src/adapters/assets/compression.ts';
import { addressesOf } from '../../src/hosts/addresses.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { startCloud, type CloudComponent } from '../fakes/cloud.ts';
import type { LineState } from '../fakes/line.ts';
import type { DeclaredFunction } from '../support/functions-host/azure-routes.ts';
import { pathOf } from '../support/clients/every-route.ts';
import { DescribedPaths, describedBy, functionFaults } from '../support/functions-host/function-list.ts';
import { inPackagedWorker } from './packaged-worker.ts';
import { oncePerName, packageBytes, unpackPackage, unzippedPackage } from './packages.ts';
import { startProcess } from '../support/service/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = ['runtime', 'control-plane'];
const run = () => spawnSync(process.execPath, [join(ROOT, 'scripts/package.ts')], { encoding: 'utf8' });
const text = (content: Uint8Array | undefined) => Buffer.from(content ?? '').toString();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'));
  expect(run()).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => rm(folder, { recursive: true }));

const unpacked = oncePerName((name) => unpackPackage(name, join(folder, name)));

test('the same files are packaged to the same bytes', async () => {
  const before = await Promise.all(PACKAGES.map(packageBytes));
  run();
  const after = await Promise.all(PACKAGES.map(packageBytes));
  expect(after.map((content, at) => content.equals(before[at] ?? Buffer.alloc(0)))).toEqual([true, true]);
});

test('every served file is also in the package in both compressed encodings, so that no instance compresses it', async () => {
  const files = await unzippedPackage('runtime');
  const served = Object.keys(files).filter((path) =>
    /^(widget\.js|(pages|collab-package|widget-locales|widget-releases)\/.+(?<!\.map))$/.test(path),
  );
  expect(served.length).toBeGreaterThan(40);
  for (const path of served) {
    const content = Buffer.from(files[path] ?? '');
    const { br, gzip } = compressedPaths(hashOf(content));
    expect([path, brotliDecompressSync(files[br] ?? '').equals(content)]).toEqual([path, true]);
    expect([path, gunzipSync(files[gzip] ?? '').equals(content)]).toEqual([path, true]);
  }
});

describe.each(PACKAGES)('the package of %s', (name) => {
  test('contains one entry, and only files that it needs', async () => {
    const names = Object.keys(await unzippedPackage(name));
    const own = ['host.json', 'package.json', 'LICENSE', 'THIRD-PARTY-LICENSES.txt', 'chunks'];
    const beside =
      name === 'runtime'
        ? [
            'widget.js',
            'widget.js.map',
            'widget.d.ts',
            'widget-loader-identity.js',
            'widget-loader-identity.js.map',
            'widget-loader-link.js',
            'widget-loader-link.js.map',
            'widget-loader-proactive.js',
            'widget-loader-proactive.js.map',
            'widget-loader.js',
            'widget-loader.js.map',
            'widget-locales',
            'widget-releases',
            'pages',
            'compressed',
            'collab-package',
          ]
        : [];
    const threads = [
      'telemetry-worker',
      ...(name === 'runtime' ? ['document-worker', 'markdown-worker'] : []),
    ];
    const code = [name, ...threads].flatMap((one) => [`${one}.js`, `${one}.js.map`]);
    const top = new Set(names.map((path) => path.split('/')[0]));
    expect([...top].toSorted()).toEqual([...own, ...code, ...beside].toSorted());
    expect(names.filter((path) => /node_modules|(?<!\.d)\.tsx?$|\.test\./.test(path))).toEqual([]);
    const { main, type, dependencies } = JSON.parse(text((await unzippedPackage(name))['package.json']));
    expect([main, type, dependencies]).toEqual([`${name}.js`, 'module', undefined]);
  });

  test('contains a source map for each code file, with a link to it', async () => {
    const files = await unzippedPackage(name);
    const code = Object.keys(files).filter((path) => /^[^/]+\.js$|^chunks\/.+\.js$/.test(path));
    expect(code.length).toBeGreaterThan(20);
    for (const path of code.filter((one) => !one.startsWith('widget'))) {
      expect(text(files[path])).toMatch(
        new RegExp(`//# sourceMappingURL=${path.split('/').at(-1)}\\.map\\s*$`),
      );
      const { sources } = JSON.parse(text(files[`${path}.map`]));
      expect(sources).toBeInstanceOf(Array);
    }
  });

  test('contains the license of each bundled package', async () => {
    const files = await unzippedPackage(name);
    const bundled = JSON.parse(await readFile(join(ROOT, 'dist/bundled.json'), 'utf8')) as BundleOutputs;
    const packages = new Set(Object.keys(files).flatMap((path) => bundled[path]?.packages ?? []));
    const licenses = text(files['THIRD-PARTY-LICENSES.txt']).split(`\n\n${'-'.repeat(80)}\n\n`);
    expect(packages.size).toBeGreaterThan(5);
    expect(licenses).toHaveLength(packages.size);
    for (const license of licenses) expect(license).toMatch(/^\S+ \d\S* \(.+\)/);
  });
});

type Work = Parameters<typeof inPackagedWorker>[2];

/** An unpacked package in the platform's worker, started in another folder than its own. */
async function inWorker(
  name: string,
  settings: Record<string, string>,
  work: (...given: [...Parameters<Work>, target: string]) => Promise<void>,
): Promise<void> {
  const target = await unpacked(name);
  const cwd = await mkdtemp(join(folder, 'elsewhere-'));
  await inPackagedWorker(join(target, `${name}.js`), { cwd, settings }, (host, child) =>
    work(host, child, target),
  );
}

/**
 * The endpoints that the package does not find, asked with a query that each of them refuses before
 * anything else.
 */
async function missing(origin: string, endpoints: readonly Endpoint<never>[]): Promise<string[]> {
  const statuses = endpoints.map(async (endpoint) => {
    const { method, name } = endpoint;
    const { status } = await fetch(`${origin}${pathOf(endpoint)}?headers=forged`, { method });
    return status === 400 ? [] : [`${name}: ${status}`];
  });
  return (await Promise.all(statuses)).flat();
}

const TIMERS = ['every1Minutes', 'every5Minutes', 'every60Minutes'];
const timersAmong = (functions: readonly DeclaredFunction[]) =>
  functions.map(({ name }) => name).filter((name) => name.startsWith('every'));

describe('an unpacked package without node_modules', () => {
  test('has one function for each documented endpoint and timer, and serves files from its folder', async () => {
    await inWorker('runtime', {}, async ({ origin, functions }) => {
      const description = await (await fetch(`${origin}/api/openapi.json`)).json();
      expect(functionFaults(functions, DescribedPaths.parse(description))).toEqual([]);
      expect(timersAmong(functions)).toEqual(TIMERS);
      expect(await missing(origin, routes)).toEqual([]);
      expect(await (await fetch(`${origin}/api/health`)).json()).toMatchObject({ ok: true });
      for (const path of [
        'widget.js',
        'dashboard',
        'pages/current/dashboard.js',
        'pages/current/dashboard.css',
      ]) {
        expect([path, (await fetch(`${origin}/api/${path}`)).status]).toEqual([path, 200]);
      }
      const asked = await fetch(`${origin}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'Xyzzy?' }),
      });
      expect(await asked.json()).toMatchObject({ reply: { suggestions: ['Talk to a person'] } });
    });
  });

  test('connects to every component of the cloud with its bundled SDKs', async () => {
    const cloud = await startCloud();
    try {
      await inWorker('runtime', { ...cloud.settings, ...cloud.worker }, async ({ origin }) => {
        const post = async (path: string, body: object) => {
          const headers = { 'content-type': 'application/json' };
          const response = await fetch(`${origin}/api/${path}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          });
          return [path, response.status];
        };
        expect((await fetch(`${origin}/api/widget.js`)).status).toBe(200);
        // After the first reply, before a visitor writes.
        await expect.poll(() => cloud.cosmos.requests.length).toBeGreaterThan(0);
        expect(cloud.model.requests).toEqual([]);
        expect(await post('chat', { message: 'Hello' })).toEqual(['chat', 200]);
        expect(await post('negotiate', { sessionId: randomUUID() })).toEqual(['negotiate', 200]);
        expect(await post('ops/rotate-key', {})).toEqual(['ops/rotate-key', 200]);
        expect(cloud.model.requests).toHaveLength(1);
        expect(cloud.cosmos.container('conversations').range()).not.toEqual([]);
        await expect.poll(() => cloud.insights.items.length).toBeGreaterThan(0);
      });
    } finally {
      await cloud.close();
    }
  });

  test.each(PACKAGES)('survives an unhandled error: %s', async (name) => {
    await inWorker(name, {}, async ({ origin }, child) => {
      const path = name === 'runtime' ? 'health' : 'plans';
      expect((await fetch(`${origin}/api/${path}`)).status).toBe(200);
      for (const message of ['reject', 'throw']) {
        await new Promise((resolve) => child.send(message, resolve));
        for (let again = 0; again < 5; again++) {
          const { status } = await fetch(`${origin}/api/${path}`);
          expect([message, status]).toEqual([message, 200]);
        }
      }
    });
  });

  test.each(['terminate', 'SIGTERM'] as const)(
    'sends waiting telemetry when the worker ends: %s',
    async (end) => {
      const cloud = await startCloud();
      try {
        await inWorker('runtime', { ...cloud.settings, ...cloud.worker }, async ({ origin }, child) => {
          expect((await fetch(`${origin}/api/plan`)).status).toBe(200);
          // The SDK takes seconds to load on a busy machine, and the end of a worker waits four for it.
          await expect.poll(() => cloud.insights.items).not.toEqual([]);
          const sent = cloud.insights.items.length;
          expect((await fetch(`${origin}/api/plan`)).status).toBe(200);
          const exited = once(child, 'exit');
          if (end === 'terminate') child.send(end);
          else child.kill(end);
          expect(await exited).toEqual([0, null]);
          expect(cloud.insights.items.length).toBeGreaterThan(sent);
        });
      } finally {
        await cloud.close();
      }
    },
  );

  test('answers with an error if a chunk cannot be loaded, and loads it again with the next call', async () => {
    await inWorker('runtime', {}, async ({ origin }, _child, target) => {
      const [chunk = ''] = globSync('chunks/invocation-replies-????????.js', { cwd: target });
      await rename(join(target, chunk), join(target, 'away.js'));
      const failed = await fetch(`${origin}/api/health`);
      expect([failed.status, await failed.json()]).toMatchObject([500, { error: 'internal-error' }]);
      await rename(join(target, 'away.js'), join(target, chunk));
      expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    });
  });

  test('answers every call with 500 if the handlers cannot be loaded, and loads them again with the next call', async () => {
    await inWorker('runtime', {}, async ({ origin }, _child, target) => {
      const [chunk = ''] = globSync('chunks/handler-????????.js', { cwd: target });
      await rename(join(target, chunk), join(target, 'away.js'));
      expect((await fetch(`${origin}/api/health`)).status).toBe(500);
      await rename(join(target, 'away.js'), join(target, chunk));
      expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    });
  });

  test('serves the files of the widget other than its script even if no other chunk can be loaded', async () => {
    await inWorker('runtime', {}, async ({ origin }, _child, target) => {
      const status = async (path: string) => (await fetch(`${origin}/api/${path}`)).status;
      const [chunk = ''] = globSync('chunks/start-runtime-*.js', { cwd: target });
      await rename(join(target, chunk), join(target, 'away.js'));
      const [script = ''] = globSync('widget-releases/*/widget.js', { cwd: target });
      const ofVersion = script.replace('widget-releases/', 'widget/');
      for (const path of ['widget/locales/de.json', ofVersion]) {
        expect([path, await status(path)]).toEqual([path, 200]);
      }
      expect(await status('plan')).toBe(500);
      await rename(join(target, 'away.js'), join(target, chunk));
      expect(await status('plan')).toBe(200);
    });
  });

  test('serves the script while every component hangs, and its health with only the store and the identity', async () => {
    const cloud = await startCloud({ lines: { seed: 1 } });
    const become = (state: LineState, components: readonly CloudComponent[]) =>
      Promise.all(components.map(async (component) => cloud.lines?.[component].become(state)));
    try {
      await become('silent', ['cosmos', 'identity', 'vault', 'model', 'pubSub', 'insights']);
      await inWorker('runtime', { ...cloud.settings, ...cloud.worker }, async ({ origin }) => {
        expect((await fetch(`${origin}/api/widget.js`)).status).toBe(200);
        await become('well', ['cosmos', 'identity']);
        const health = async () => (await fetch(`${origin}/api/health`)).json();
        await expect.poll(health).toMatchObject({ ok: true });
      });
    } finally {
      await cloud.close();
    }
  });

  test('accepts as many headers as the platform', async () => {
    await inWorker('runtime', {}, async ({ origin }) => {
      const headers = { cookie: `long=${'x'.repeat(30_000)}` };
      expect((await fetch(`${origin}/api/health`, { headers })).status).toBe(200);
    });
  });

  test('of the control plane has one function for each endpoint, and answers', async () => {
    await inWorker('control-plane', {}, async ({ origin, functions }) => {
      expect(functionFaults(functions, describedBy(controlPlaneRoutes))).toEqual([]);
      expect(await missing(origin, controlPlaneRoutes)).toEqual([]);
      expect((await fetch(`${origin}/api/plans`)).status).toBe(200);
    });
  });

  test('has all its functions with wrong settings, and names the wrong setting', async () => {
    await inWorker('runtime', { RETENTION_DAYS: 'some' }, async ({ origin, functions }) => {
      expect(timersAmong(functions)).toEqual(TIMERS);
      expect(functions).toHaveLength(addressesOf(routes).length + TIMERS.length);
      const health = await fetch(`${origin}/api/health`);
      expect([health.status, await health.json()]).toMatchObject([
        503,
        { ok: false, error: 'misconfigured', setting: 'RETENTION_DAYS' },
      ]);
      expect((await fetch(`${origin}/api/widget.js`)).status).toBe(503);
    });
  });

  test('of the runtime has the files that the local host serves', async () => {
    const target = await unpackPackage('runtime', join(folder, 'local'));
    for (const part of ['local.js', 'chunks']) {
      await cp(join(ROOT, 'dist', part), join(target, part), { recursive: true });
    }
    // Its own packages stay where they were installed.
    await symlink(join(ROOT, 'node_modules'), join(target, 'node_modules'));
    const dataDir = join(target, '.data');
    const service = await startProcess({ DATA_DIR: dataDir }, join(target, 'local.js'));
    expect((await fetch(`${service.origin}/api/widget.js`)).status).toBe(200);
    expect(await (await fetch(`${service.origin}/api/health`)).json()).toMatchObject({ ok: true });
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
  });
});
