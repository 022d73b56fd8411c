import { expect, test } from 'vitest';
import { AgentNegotiateReply } from '../../src/desk/wire/agent.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { registerWidget } from '../support/clients/registered-widgets.ts';
import { startService } from '../support/service/service.ts';
import { browser } from '../support/clients/sign-in.ts';
import { askToken, say } from '../support/clients/visitor.ts';

const OFFSET_HOURS = 24 * 40;
const MINUTE = 60_000;

/** How far a time is from now as it is, in minutes. */
const minutesAhead = (time: string) => (Date.parse(time) - Date.now()) / MINUTE;

const issuer = sharedFixture(() => startTokenIssuer(realClock));
const moved = sharedFixture(() =>
  startService({
    settings: { ...issuer.settings, LOCAL_CLOCK_OFFSET_HOURS: String(OFFSET_HOURS) },
  }),
);

test('a moved clock of the local host changes the times of conversations', async () => {
  const { message } = await say(moved, undefined, { message: 'Hello' });
  expect(minutesAhead(message.createdAt) / 60).toBeCloseTo(OFFSET_HOURS, 0);
});

test('tokens of agents are checked against the real clock', async () => {
  const now = Math.floor(Date.now() / 1000);
  const status = async (claims: Record<string, unknown>) => {
    const authorization = `Bearer ${await issuer.token(claims)}`;
    return (await moved.get('/api/agent/me', { authorization })).status;
  };
  expect(await status({})).toBe(200);
  expect(await status({ exp: now - 120 })).toBe(401);
  expect(await status({ iat: now, nbf: now + OFFSET_HOURS * 3600, exp: now + 2 * OFFSET_HOURS * 3600 })).toBe(
    401,
  );
});

test('visitor tokens and real-time connections expire by the real clock', async () => {
  const widget = await registerWidget(moved);
  expect(minutesAhead((await askToken(moved, widget.id)).expiresAt)).toBeLessThan(16);
  const authorization = `Bearer ${await issuer.token()}`;
  const response = await moved.post('/api/agent/negotiate', undefined, { authorization });
  const { expiresAt } = AgentNegotiateReply.parse(await response.json());
  expect(minutesAhead(expiresAt)).toBeGreaterThan(0);
  expect(minutesAhead(expiresAt)).toBeLessThan(61);
});

test('the identity provider of the local host and all token checks use the real clock', async () => {
  const local = await startService({ settings: { LOCAL_CLOCK_OFFSET_HOURS: String(OFFSET_HOURS) } });
  try {
    const provider = await local.services.agentSignIn();
    if (!provider) throw new Error('There is no provider.');
    const { access_token: token } = await browser(provider).signIn({
      redirectUri: 'http://localhost:7071/api/collab-tab',
      agent: 'Mia Berg',
    });
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
    expect(minutesAhead(new Date(exp * 1000).toISOString())).toBeLessThan(24 * 60);
    expect((await local.get('/api/agent/me', { authorization: `Bearer ${token}` })).status).toBe(200);
  } finally {
    await local.close();
  }
});
