import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { readControlPlaneConfig } from '../../src/config/control-plane.ts';
import type { Clock } from '../../src/ports.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { runControlPlane } from '../support/service/control-plane.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

const AUDIENCE = 'api://reports.example.com';
const manual = manualClock();
const clock: Clock = {
  ...manual,
  // Writers that meet pause for some milliseconds; here the next turn of the event loop is that pause.
  sleep: (ms, signal) =>
    ms < 100 ? new Promise((resolve) => setImmediate(resolve)) : manual.sleep(ms, signal),
};
const timestamp = nowIso(clock);
const report = (subscriptionId: string) => ({ subscriptionId, seatQuantity: 1, timestamp });

const issuer = freshFixture(() => startTokenIssuer(clock));
const plane = freshFixture(() => {
  const settings = {
    IDP_AUTHORITY: issuer.authority,
    REPORT_TENANT_ID: issuer.tenantId,
    REPORT_AUDIENCE: AUDIENCE,
  };
  return runControlPlane({ clock, settings });
});

/** A managed identity's token: it has no scope. */
const machine = (claims: Record<string, unknown> = {}) =>
  issuer.token({ aud: AUDIENCE, scp: undefined, oid: randomUUID(), ...claims });

test('a report needs the token of a managed identity', async () => {
  const refused = await plane.report('seat', report('sub-1'));
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  expect((await plane.report('seat', report('sub-1'), await machine())).status).toBe(202);
  const old = await machine({ iss: `https://sts.windows.net/${issuer.tenantId}/` });
  expect((await plane.report('seat', report('sub-2'), old)).status).toBe(202);
});

describe('a token is refused', () => {
  test.each([
    ['for another audience', { aud: 'api://other' }],
    ['of a person', { scp: 'access_as_user' }],
    ['of another tenant', { tid: '11111111-1111-4111-8111-111111111111' }],
    ['of another issuer', { iss: 'https://elsewhere.example/v2.0' }],
    ['that has expired', { exp: Math.floor(clock.now() / 1000) - 120 }],
    ['without an identity', { oid: undefined }],
  ])('%s', async (_what, claims) => {
    expect((await plane.report('seat', report('sub-1'), await machine(claims))).status).toBe(401);
    expect(await plane.stored('seat-reports')).toEqual([]);
  });
});

test('an identity can report only for the subscription of its first report', async () => {
  const token = await machine();
  expect((await plane.report('seat', report('sub-1'), token)).status).toBe(202);
  const refused = await plane.report('seat', report('sub-2'), token);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: 'subscription-mismatch' });
  expect((await plane.stored('seat-reports')).map(({ id }) => id)).toEqual(['sub-1']);
});

describe('a subscription', () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const status = async (oid: string, of = plane) =>
    (await of.report('seat', report('sub-1'), await machine({ oid }))).status;

  test('accepts reports only from the identity that reported first', async () => {
    expect(await status(first)).toBe(202);
    const refused = await plane.report('seat', report('sub-1'), await machine({ oid: second }));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: 'subscription-mismatch' });
    expect(await status(first)).toBe(202);
  });

  test('is bound to exactly one of several identities that report concurrently', async () => {
    const oids = Array.from({ length: 8 }, () => randomUUID());
    const answers = await Promise.all(oids.map((oid) => status(oid)));
    expect(answers.toSorted()).toEqual([202, ...Array.from({ length: 7 }, () => 403)]);
  });

  test('accepts another identity after an operator has named it, and the change is recorded', async () => {
    const folder = await dataFolder();
    const settings = {
      IDP_AUTHORITY: issuer.authority,
      REPORT_TENANT_ID: issuer.tenantId,
      REPORT_AUDIENCE: AUDIENCE,
    };
    const before = await runControlPlane({ clock, settings, dataDir: folder.dataDir });
    expect([await status(first, before), await status(second, before)]).toEqual([202, 403]);
    await before.close();
    const rebind = { ...settings, REPORT_REBIND: `sub-1=${issuer.tenantId}.${second}` };
    const after = await runControlPlane({ clock, settings: rebind, dataDir: folder.dataDir });
    expect([await status(second, after), await status(first, after)]).toEqual([202, 403]);
    expect(await after.stored('report-subscriptions')).toMatchObject([
      { id: 'sub-1', value: { oid: second, before: [{ oid: first, boundAt: timestamp }] } },
    ]);
    await after.close();
    // The setting may go again.
    const later = await runControlPlane({ clock, settings, dataDir: folder.dataDir });
    expect([await status(second, later), await status(first, later)]).toEqual([202, 403]);
    await later.close();
    await folder.close();
  });
});

test.each([
  ['REPORT_REBIND', { REPORT_REBIND: 'sub-1' }],
  ['REPORT_AUDIENCE', { REPORT_TENANT_ID: 'any' }],
  ['REPORT_TENANT_ID', { REPORT_TENANT_ID: 'mine', REPORT_AUDIENCE: AUDIENCE }],
  ['COSMOS_ENDPOINT', { WEBSITE_INSTANCE_ID: '1', REPORT_TENANT_ID: 'any', REPORT_AUDIENCE: AUDIENCE }],
  ['REPORT_TENANT_ID', { WEBSITE_INSTANCE_ID: '1', COSMOS_ENDPOINT: 'https://db.example' }],
])('a control plane whose %s is wrong does not start', (setting, environment) => {
  expect(() => readControlPlaneConfig(environment, '.data')).toThrow(
    expect.objectContaining({ code: 'misconfigured', details: expect.objectContaining({ setting }) }),
  );
});
