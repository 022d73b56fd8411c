import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { azureCredential } from '../../src/adapters/credential/azure.ts';
import { httpPublisher } from '../../src/adapters/publisher/http.ts';
import { startIdentityEndpoint } from '../fakes/identity-endpoint.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { runControlPlane } from '../support/service/control-plane.ts';
import { listen } from '../support/servers/listen.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { startReportReceiver } from '../support/servers/report-receiver.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  vi.unstubAllEnvs();
});

async function answering(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  const url = await listen(server);
  closing.push(() => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  });
  return url;
}

const seats = (timestamp = new Date().toISOString()) => ({
  subscriptionId: 'sub-1',
  seatQuantity: 3,
  timestamp,
});

describe('a report', () => {
  test('is sent as JSON to the path of its kind, without data about its sender', async () => {
    const receiver = await startReportReceiver();
    closing.push(receiver.close);
    const publisher = httpPublisher({ url: receiver.url, clock: realClock });
    const report = seats();
    expect(await publisher.send('seat', report)).toEqual({ ok: true });
    expect(receiver.asked).toEqual(['POST /api/reports/seat']);
    expect(receiver.of('seat')).toEqual([report]);
    expect(receiver.rawRequests.join('')).toContain('application/json');
    expect(receiver.rawRequests.join('')).not.toMatch(/authorization/i);
  });

  test('fails after 5 s without a token', async () => {
    const clock = manualClock();
    const token = () => new Promise<string>(() => undefined);
    const sent = httpPublisher({ url: 'http://127.0.0.1:9', clock, token }).send('seat', seats());
    expect(clock.sleeping()).toBe(1);
    clock.advance(5_000);
    expect(await sent).toEqual({ ok: false, code: 'no-token' });
  });

  test('carries a token of the managed identity for the publisher’s application, which the control plane accepts', async () => {
    const audience = 'api://reports.example.com';
    const issuer = await startTokenIssuer();
    const identity = await startIdentityEndpoint((resource) =>
      issuer.token({ aud: resource, scp: undefined }),
    );
    const settings = {
      IDP_AUTHORITY: issuer.authority,
      REPORT_TENANT_ID: issuer.tenantId,
      REPORT_AUDIENCE: audience,
    };
    const plane = await runControlPlane({ clock: realClock, settings });
    closing.push(issuer.close, identity.close, plane.close);
    for (const [variable, value] of Object.entries(identity.environment)) vi.stubEnv(variable, value);
    const { token } = azureCredential({ cloud: true, clock: realClock });
    const publisher = httpPublisher({
      url: plane.origin,
      clock: realClock,
      token: () => token(`${audience}/.default`),
    });
    expect(await publisher.send('seat', seats())).toEqual({ ok: true });
    expect(await plane.stored('seat-reports')).toMatchObject([{ id: 'sub-1' }]);
    expect(identity.resources).toEqual([audience]);
    expect(await httpPublisher({ url: plane.origin, clock: realClock }).send('seat', seats())).toEqual({
      ok: false,
      code: 'status-401',
    });
  });

  test('is not sent if a required token is missing', async () => {
    const receiver = await startReportReceiver();
    closing.push(receiver.close);
    const token = () => Promise.reject(new Error('no identity'));
    const publisher = httpPublisher({ url: receiver.url, clock: realClock, token });
    expect(await publisher.send('seat', seats())).toEqual({ ok: false, code: 'no-token' });
    expect(receiver.asked).toEqual([]);
  });

  test('does not follow a redirect, and is reported as unreachable if no server accepts it', async () => {
    const elsewhere = await startReportReceiver();
    closing.push(elsewhere.close);
    const url = await answering((_request, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/api/reports/seat` }).end();
    });
    expect(await httpPublisher({ url, clock: realClock }).send('seat', seats())).toEqual({
      ok: false,
      code: 'unreachable',
    });
    expect(elsewhere.asked).toEqual([]);
    const absent = httpPublisher({ url: 'http://127.0.0.1:1', clock: realClock });
    expect(await absent.send('deploy', seats())).toEqual({ ok: false, code: 'unreachable' });
  });

  test('fails if its answer takes more than five seconds', async () => {
    const url = await answering(() => undefined);
    const waits: number[] = [];
    const clock = {
      ...realClock,
      after(ms: number, run: () => void) {
        waits.push(ms);
        return realClock.after(0, run);
      },
    };
    expect(await httpPublisher({ url, clock }).send('seat', seats())).toEqual({
      ok: false,
      code: 'unreachable',
    });
    expect(waits).toEqual([5_000]);
  });
});

describe('the plan that the publisher returns', () => {
  const plan = {
    planId: 'start',
    planDisplayName: 'Start',
    seatQuota: 2,
    gracePeriodDays: 14,
    upgradeUrl: 'https://publisher.example/upgrade',
    features: ['2 agent seats'],
  };
  const asked = (body: unknown, status = 200) =>
    answering((_request, response) => response.writeHead(status).end(JSON.stringify(body))).then((url) =>
      httpPublisher({ url, clock: realClock }).plan('start'),
    );

  test('is accepted if it is the requested plan', async () => {
    expect(await asked(plan)).toEqual(plan);
  });

  test.each([
    ['another plan', { ...plan, planId: 'growth' }, 200],
    ['a link that runs a script', { ...plan, upgradeUrl: 'javascript:alert(1)' }, 200],
    ['a quota that is not a number', { ...plan, seatQuota: 'many' }, 200],
    ['a field that is missing', { planId: 'start' }, 200],
    ['an error that the plan is unknown', { error: 'plan-not-found' }, 404],
    ['an error', plan, 503],
  ])('is ignored if the answer is %s', async (_what, body, status) => {
    expect(await asked(body, status)).toBeUndefined();
  });
});
