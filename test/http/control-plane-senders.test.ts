import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readControlPlaneConfig } from '../../src/config-control-plane.ts';
import { startTokenIssuer, type TokenIssuer } from '../support/agent-tokens.ts';
import { runControlPlane, type RunningControlPlane } from '../support/control-plane.ts';
import { manualClock } from '../support/manual-clock.ts';

const AUDIENCE = 'api://reports.example.com';
const clock = manualClock();
const timestamp = new Date(clock.now()).toISOString();
const report = (subscriptionId: string) => ({ subscriptionId, seatQuantity: 1, timestamp });

let issuer: TokenIssuer;
let plane: RunningControlPlane;
beforeEach(async () => {
  issuer = await startTokenIssuer(clock);
  const settings = {
    IDP_AUTHORITY: issuer.authority,
    REPORT_TENANT_ID: issuer.tenantId,
    REPORT_AUDIENCE: AUDIENCE,
  };
  plane = await runControlPlane({ clock, settings });
});
afterEach(async () => {
  await plane.close();
  await issuer.close();
});

/** A managed identity's token: it has no scope. */
const machine = (claims: Record<string, unknown> = {}) =>
  issuer.token({ aud: AUDIENCE, scp: undefined, oid: randomUUID(), ...claims });

test('a report without a token is refused, one with a managed identity’s is taken', async () => {
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

test('an identity reports for the subscription that it registered with first, and for no other', async () => {
  const token = await machine();
  expect((await plane.report('seat', report('sub-1'), token)).status).toBe(202);
  const refused = await plane.report('seat', report('sub-2'), token);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: 'subscription-mismatch' });
  expect((await plane.stored('seat-reports')).map(({ id }) => id)).toEqual(['sub-1']);
});

test.each([
  ['REPORT_AUDIENCE', { REPORT_TENANT_ID: 'any' }],
  ['REPORT_TENANT_ID', { REPORT_TENANT_ID: 'mine', REPORT_AUDIENCE: AUDIENCE }],
  ['COSMOS_ENDPOINT', { WEBSITE_INSTANCE_ID: '1', REPORT_TENANT_ID: 'any', REPORT_AUDIENCE: AUDIENCE }],
  ['REPORT_TENANT_ID', { WEBSITE_INSTANCE_ID: '1', COSMOS_ENDPOINT: 'https://db.example' }],
])('a control plane whose %s is wrong does not start', (setting, environment) => {
  expect(() => readControlPlaneConfig(environment, '.data')).toThrow(
    expect.objectContaining({ code: 'misconfigured', details: expect.objectContaining({ setting }) }),
  );
});
