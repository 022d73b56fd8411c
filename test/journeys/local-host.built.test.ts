import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ActionsReply, TryActionReply } from '../../src/actions/wire/actions.ts';
import { AssistantsReply } from '../../src/assistants/wire/assistants.ts';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { WidgetsReply } from '../../src/widgets/wire/widgets.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { runToEnd, startProcess } from '../support/service/process.ts';

const folder = sharedFixture(() => dataFolder());

const say = (body: Record<string, unknown> = {}) => ({ message: 'How do I embed the widget?', ...body });

describe('the local host', () => {
  test('starts within the time limit, prints its addresses, and serves a demo site on another origin', async () => {
    const startedAt = performance.now();
    const service = await startProcess({ DATA_DIR: folder.dataDir });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(service.output()).toContain('API reference');
    const page = await (await fetch(service.demo)).text();
    expect(page).toContain(`${service.origin}/api/widget.js`);
    expect(new URL(service.demo).origin).not.toBe(service.origin);
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('reports that the port of the demo’s order API is in use, and creates one assistant at most', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const own = await dataFolder();
    const service = await startProcess({ DATA_DIR: own.dataDir, DEMO_PORT: String(port - 1) });
    for (let visit = 0; visit < 2; visit++) {
      const page = await fetch(`${service.demo}/bicycles`);
      expect(page.status).toBe(500);
      expect(await page.text()).toContain(`did not start on port ${port}. Set DEMO_PORT to another one.`);
    }
    const { assistants } = AssistantsReply.parse(
      await (await fetch(`${service.origin}/api/assistants`)).json(),
    );
    expect(assistants).toHaveLength(1);
    service.signal('SIGTERM');
    await service.ended;
    other.close();
    await own.close();
  });

  test('ends while a page is connected to the real-time hub', async () => {
    const own = await dataFolder();
    const service = await startProcess({ DATA_DIR: own.dataDir });
    const { url } = VisitorNegotiateReply.parse(
      await (await service.post('/api/negotiate', { sessionId: randomUUID() })).json(),
    );
    const socket = new WebSocket(url, 'json.webpubsub.azure.v1');
    await once(socket, 'open');
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('runs the order API of the demo shop in a child process that ends with it, even if it is killed', async () => {
    const own = await dataFolder();
    const service = await startProcess({ DATA_DIR: own.dataDir });
    expect((await fetch(`${service.demo}/bicycles`)).status).toBe(200);
    const read = async <T>(path: string, schema: { parse(value: unknown): T }) =>
      schema.parse(await (await fetch(`${service.origin}/api/${path}`)).json());
    const { widgets } = await read('widgets', WidgetsReply);
    const [{ assistantId } = expect.unreachable()] = widgets;
    const { actions } = await read(`assistants/${assistantId}/actions`, ActionsReply);
    const [listed = expect.unreachable()] = actions;
    const {
      id,
      etag: _etag,
      secretHeaders: _headers,
      createdAt: _made,
      updatedAt: _changed,
      ...action
    } = listed;
    const visitor = { id: 'customer-2041', claims: { customer_number: 'K-2041' } };
    const tried = await service.post(`/api/assistants/${assistantId}/actions/try`, {
      ...{ action, actionId: id, values: {}, visitor },
    });
    const { answer } = TryActionReply.parse(await tried.json());
    expect(answer).toMatchObject({ status: 200 });
    expect(answer?.data.map(({ value }) => value)).toContain('10423');
    service.signal('SIGKILL');
    await service.ended;
    await expect
      .poll(() =>
        fetch(new URL(action.url).origin).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
    await own.close();
  });

  test('stops cleanly on Ctrl-C and keeps all data for the next start', async () => {
    const first = await startProcess({ DATA_DIR: folder.dataDir });
    const reply = (await (await first.post('/api/chat', say())).json()) as { sessionId: string };
    first.signal('SIGINT');
    expect(await first.ended).toBe(0);
    const second = await startProcess({ DATA_DIR: folder.dataDir });
    const read = await fetch(`${second.origin}/api/messages?sessionId=${reply.sessionId}`);
    expect(((await read.json()) as { messages: unknown[] }).messages).toHaveLength(2);
    second.signal('SIGINT');
    await second.ended;
  });

  test('serves visitors if the vault has lost its key, and reports that the dashboard is locked', async () => {
    const own = await dataFolder();
    const first = await startProcess({ DATA_DIR: own.dataDir });
    expect((await first.post('/api/ops/rotate-key', {})).status).toBe(200);
    first.signal('SIGINT');
    await first.ended;
    await rm(join(own.dataDir, 'vault'), { recursive: true });
    const second = await startProcess({ DATA_DIR: own.dataDir });
    expect(second.output()).toContain('the dashboard is closed');
    expect((await second.post('/api/chat', say())).status).toBe(200);
    expect((await fetch(`${second.origin}/api/overview`)).status).toBe(503);
    second.signal('SIGINT');
    expect(await second.ended).toBe(0);
    await own.close();
  });

  test('loses no acknowledged message if its process is killed at any moment', async () => {
    const settings = {
      DATA_DIR: folder.dataDir,
      RATE_LIMIT_IP_PER_MINUTE: '100000',
      RATE_LIMIT_SESSION_PER_MINUTE: '100000',
    };
    let service = await startProcess(settings);
    for (let round = 0; round < 4; round++) {
      const acknowledged: { sessionId: string; message: { id: string }; reply: { id: string } }[] = [];
      const kill = 5 + round * 9;
      const writers = Array.from({ length: 6 }, async () => {
        for (;;) {
          const response = await service.post('/api/chat', say());
          acknowledged.push((await response.json()) as (typeof acknowledged)[number]);
          if (acknowledged.length === kill) service.signal('SIGKILL');
        }
      });
      await Promise.allSettled(writers);
      expect(await service.ended).toBe('SIGKILL');
      // The next one to be killed.
      service = await startProcess(settings);
      for (const { sessionId, message, reply } of acknowledged) {
        const read = await fetch(`${service.origin}/api/messages?sessionId=${sessionId}`);
        const { messages } = (await read.json()) as { messages: { id: string; seq: number }[] };
        expect(messages.map(({ id }) => id)).toEqual([message.id, reply.id]);
      }
    }
    service.signal('SIGTERM');
    await service.ended;
  });
});

describe('the local host on a machine whose browser visits other sites', () => {
  const service = sharedFixture(() => startProcess({ DATA_DIR: folder.dataDir }));
  afterAll(async () => {
    service.signal('SIGTERM');
    await service.ended;
  });

  /** The answer to a page under a name that was made to resolve to this machine (DNS rebinding). */
  async function rebound(address: string, method: string): Promise<number | undefined> {
    const { port, pathname } = new URL(address);
    const host = `rebound.evil.example:${port}`;
    return await new Promise((resolve, reject) => {
      request(
        {
          ...{ port, host: '127.0.0.1', method, path: pathname },
          headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
  }

  test('refuses requests with a foreign host name, for dashboard, widgets, demo site and control plane', async () => {
    const plans = /http:\S+\/api\/plans/.exec(service.output())?.[0] ?? '';
    for (const [address, method] of [
      [`${service.origin}/api/widgets`, 'POST'],
      [`${service.origin}/api/ops/rotate-key`, 'POST'],
      [`${service.origin}/api/dashboard`, 'GET'],
      [service.demo, 'GET'],
      [plans, 'GET'],
    ] as const) {
      expect([address, await rebound(address, method)]).toEqual([address, 421]);
    }
    expect((await fetch(`${service.origin}/api/widgets`)).status).toBe(200);
    expect((await fetch(service.demo)).status).toBe(200);
    expect((await fetch(plans)).status).toBe(200);
  });

  test('listens only on the loopback address', async () => {
    const outward = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
    );
    for (const { address } of outward) {
      const there = service.origin.replace('localhost', address);
      await expect(fetch(`${there}/api/health`)).rejects.toThrow();
    }
  });
});

describe('a local host that cannot start names the reason in one line and exits with 1', () => {
  async function refusal(settings: Record<string, string>): Promise<string> {
    const { code, output } = await runToEnd({
      PORT: '0',
      DEMO_PORT: '0',
      DATA_DIR: folder.dataDir,
      ...settings,
    });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    return output;
  }

  test.each([
    ['ALLOWED_ORIGINS', 'https://shop.example/'],
    ['ALLOWED_ORIGINS', 'shop.example'],
    ['PORT', 'seventy'],
    ['PLAN_ID', 'gold'],
    ['HOST', 'http://localhost'],
    ['HOST', '203.0.113.77'],
    ['PUBLIC_HOSTS', 'https://chat.example.com'],
    ['RATE_LIMIT_IP_PER_MINUTE', '0'],
    ['IDP_AUTHORITY', 'http://login.example'],
    ['IDP_APP_CLIENT_ID', 'not-a-guid'],
    ['MODEL_INPUT_PRICE', '-1'],
    ['OPENAI_BASE_URL', 'ftp://model.example'],
  ])('a wrong %s', async (name, value) => {
    expect(await refusal({ [name]: value })).toContain(name);
  });

  test('a port that is taken', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, resolve));
    const port = String((squatter.address() as AddressInfo).port);
    expect(await refusal({ PORT: port })).toContain('Set PORT to another one');
    expect(await refusal({ DEMO_PORT: port })).toContain('DEMO_PORT');
    squatter.close();
  });

  test('a missing knowledge folder', async () => {
    const missing = join(folder.dataDir, 'no-knowledge');
    expect(await refusal({ KNOWLEDGE_DIR: missing })).toContain(`KNOWLEDGE_DIR (${missing})`);
  });

  test('an unreachable store in the cloud', async () => {
    const store = {
      COSMOS_ENDPOINT: 'http://127.0.0.1:9/',
      COSMOS_DATABASE: 'chat',
      COSMOS_KEY: 'AAAA',
      DATA_DIR: folder.dataDir,
    };
    const line = await refusal(store);
    expect(line).toContain('COSMOS_ENDPOINT (http://127.0.0.1:9/) cannot be reached');
    expect(line).not.toContain('DATA_DIR');
  });

  test('a data folder without write permission', async () => {
    const file = join(folder.dataDir, 'a-file');
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: join(file, 'below') })).toContain('DATA_DIR');
    if (process.getuid?.() === 0) return;
    const locked = await mkdtemp(join(tmpdir(), 'locked-'));
    await chmod(locked, 0o500);
    expect(await refusal({ DATA_DIR: locked })).toContain('DATA_DIR');
  });
});
