import { createServer, type Server } from 'node:http';
import { CredentialUnavailableError } from '@azure/identity';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { RequestBudgetError } from '../../src/lib/concurrency.ts';
import { AppError } from '../../src/core/errors.ts';
import { errorReply } from '../../src/http/errors.ts';
import { componentWatch } from '../../src/operations/component-watch.ts';
import { Health } from '../../src/operations/records/health.ts';
import { startCloud } from '../fakes/cloud.ts';
import { CLOUD_COMPONENTS } from '../support/service/settings.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { listen } from '../support/servers/listen.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { uploader } from './support/uploads.ts';

const TENANT = '11111111-1111-4111-8111-111111111111';

const closing = (server: Server) => async () => {
  await new Promise((resolve) => server.close(resolve));
};

describe('the reported problems', () => {
  const clock = movedClock();
  // One for all: the identity's SDK keeps the address of its endpoint for the life of the process.
  let service: RunningService;
  let closeLast: () => Promise<void>;
  const cloud = sharedFixture(() => startCloud());
  afterEach(async () => {
    await service.close();
    await closeLast();
    cloud.vault.fault = undefined;
    cloud.pubSub.fault = undefined;
    cloud.blobs.fault = undefined;
  });

  const start = async (settings: Record<string, string> = {}) => {
    closeLast = () => Promise.resolve();
    service = await startService({ cloud, clock, settings });
  };
  const problems = async () => {
    // Health is kept for ten seconds.
    clock.advance(10_000);
    return Health.parse(await (await service.get('/api/health')).json()).problems;
  };

  test('include a database that does not exist', async () => {
    await start({ COSMOS_DATABASE: 'other' });
    expect((await service.get('/api/health')).status).toBe(503);
    expect(await problems()).toEqual([
      {
        component: 'database',
        reason: 'not-found',
        setting: 'COSMOS_DATABASE',
        message: expect.stringContaining('does not exist'),
      },
    ]);
  });

  test('include a vault without the role, until the role is assigned', async () => {
    await start();
    cloud.vault.fault = { status: 403, code: 'Forbidden' };
    expect((await service.get('/api/overview')).status).toBe(503);
    expect(await problems()).toEqual([
      {
        component: 'vault',
        reason: 'access-denied',
        setting: 'KEY_VAULT_URL',
        message: expect.stringContaining('Key Vault Secrets Officer'),
      },
    ]);
    cloud.vault.fault = undefined;
    clock.advance(60_000);
    await service.get('/api/overview');
    expect(await problems()).toEqual([]);
  });

  test.each([
    [401, 'WEB_PUBSUB_ENDPOINT', 'access-denied', 'Web PubSub Service Owner'],
    [404, 'WEB_PUBSUB_HUB', 'not-found', 'no such hub'],
  ])('include a real-time service that answers %i', async (status, setting, reason, words) => {
    await start();
    cloud.pubSub.fault = { status };
    expect((await service.post('/api/negotiate', {})).status).toBe(503);
    expect(await problems()).toEqual([
      { component: 'realtime', reason, setting, message: expect.stringContaining(words) },
    ]);
  });

  test.each([
    [403, 'AuthorizationPermissionMismatch', 'access-denied', 'Storage Blob Data Contributor'],
    [404, 'ContainerNotFound', 'not-found', 'no container'],
    [500, 'InternalError', 'unreachable', 'does not answer'],
  ])('include a file storage that answers %i, until it works', async (status, code, reason, words) => {
    await start();
    const files = uploader(service);
    cloud.blobs.fault = { status, code };
    expect((await files.begin('prices.pdf', 10)).status).toBe(503);
    expect(await problems()).toEqual([
      { component: 'files', reason, setting: 'UPLOADS_URL', message: expect.stringContaining(words) },
    ]);
    // A visitor's turn does not notice.
    expect((await service.post('/api/chat', { message: 'Hello?' })).status).toBe(200);
    cloud.blobs.fault = undefined;
    expect((await files.begin('prices.pdf', 10)).status).toBe(201);
    expect(await problems()).toEqual([]);
  });

  test('include a tenant that the identity provider does not know', async () => {
    // Microsoft Entra ID answers 400 for the keys of an unknown tenant (AADSTS90002).
    const server = createServer((_request, response) => response.writeHead(400).end('{}'));
    const authority = await listen(server);
    await start({ IDP_AUTHORITY: authority, IDP_APP_TENANT_ID: TENANT, IDP_APP_CLIENT_ID: TENANT });
    closeLast = closing(server);
    const token = `${btoa('{"alg":"RS256","kid":"1"}')}.${btoa('{}')}.AAAA`.replaceAll('=', '');
    const asked = await service.get('/api/agent/me', { authorization: `Bearer ${token}` });
    expect(asked.status).toBe(503);
    expect(await problems()).toEqual([
      {
        component: 'identity',
        reason: 'not-found',
        setting: 'IDP_APP_TENANT_ID',
        message: expect.stringContaining('no such tenant'),
      },
    ]);
  });

  test('include a plan that neither the publisher nor the service knows', async () => {
    const server = createServer((_request, response) => response.writeHead(404).end('{}'));
    const url = await listen(server);
    await start({ CONTROL_PLANE_URL: url, PLAN_ID: 'gold' });
    closeLast = closing(server);
    expect((await service.get('/api/plan')).status).toBe(503);
    expect(await problems()).toEqual([
      {
        component: 'plan',
        reason: 'not-found',
        setting: 'PLAN_ID',
        message: expect.stringContaining('Check PLAN_ID'),
      },
    ]);
  });
});

test('a managed identity that gives no token is reported instead of the component', async () => {
  const { observe, problems } = componentWatch(recordingTelemetry());
  const cause = new CredentialUnavailableError('refused');
  const failed = new AppError('vault-unavailable', {}, { cause });
  await expect(observe('vault', Promise.reject(failed))).rejects.toBe(failed);
  expect(problems()).toEqual([
    {
      component: 'vault',
      reason: 'no-token',
      setting: 'AZURE_CLIENT_ID',
      message: expect.stringContaining('no token'),
    },
  ]);
});

test('an error that the component did not cause is not reported as its problem', async () => {
  const { observe, problems } = componentWatch(recordingTelemetry());
  const refused = new AppError('unauthorized');
  await expect(observe('identity', Promise.reject(refused))).rejects.toBe(refused);
  expect(problems()).toEqual([]);
});

test('a component that had too little time because of another one is not reported', async () => {
  const { observe, problems } = componentWatch(recordingTelemetry());
  const failed = new AppError('realtime-unavailable', {}, { cause: new RequestBudgetError() });
  await expect(observe('realtime', Promise.reject(failed))).rejects.toBe(failed);
  expect(problems()).toEqual([]);
});

describe('a setting that is missing in the cloud', () => {
  const settings = { WEBSITE_INSTANCE_ID: 'a1b2', ...CLOUD_COMPONENTS };

  test.each(Object.keys(settings).slice(1))('is named in the error with its expected form: %s', (setting) => {
    let thrown: unknown;
    try {
      readConfig({ ...settings, [setting]: '' });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AppError);
    const { body } = errorReply(thrown).reply;
    expect(JSON.parse(typeof body === 'string' ? body : '')).toMatchObject({
      error: 'misconfigured',
      setting,
      expected: expect.stringMatching(new RegExp(`^${setting} must .+\\.$`)),
    });
  });
});
