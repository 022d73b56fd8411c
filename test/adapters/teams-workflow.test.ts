import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publicNetwork } from '../../src/adapters/public-network/network.ts';
import { teamsWorkflows } from '../../src/adapters/teams-workflow/workflows.ts';
import { startWorkflows, type WorkflowServer } from '../fakes/workflow-server.ts';
import { listen } from '../support/servers/listen.ts';
import { realClock } from '../support/clocks/real-clock.ts';

let server: WorkflowServer;
beforeEach(async () => {
  server = await startWorkflows();
});
afterEach(() => server.close());

const CARD = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'Grüße 👋' }] };
const address = (workflow = 'team') => new URL(server.address(workflow));
const workflows = (timeoutMs = 60_000) =>
  teamsWorkflows({ clock: realClock, network: server.network, timeoutMs });

test('a card is sent as the only attachment of a message', async () => {
  expect(await workflows().post(address(), CARD)).toEqual({ ok: true });
  expect(server.accepted).toEqual([{ workflow: 'team', card: CARD }]);
});

describe('a failure is returned as an outcome', () => {
  test('if the workflow was deleted', async () => {
    server.gone.add('team');
    expect(await workflows().post(address(), CARD)).toEqual({
      ok: false,
      code: 'gone',
      permanent: true,
    });
  });

  test('if the signature is wrong', async () => {
    const other = address();
    other.searchParams.set('sig', 'other');
    expect(await workflows().post(other, CARD)).toMatchObject({ code: 'not-allowed', permanent: true });
  });

  test('if the card is too large', async () => {
    const large = { ...CARD, body: [{ type: 'TextBlock', text: 'x'.repeat(30_000) }] };
    expect(await workflows().post(address(), large)).toMatchObject({ code: 'too-large', permanent: true });
  });

  test('if the workflow is throttled, with the time to wait', async () => {
    server.fault = { status: 429, headers: { 'retry-after': '30' } };
    expect(await workflows().post(address(), CARD)).toEqual({
      ok: false,
      code: 'throttled',
      permanent: false,
      retryAfterMs: 30_000,
    });
  });

  test('if the workflow redirects, without following it', async () => {
    server.fault = { status: 307, headers: { location: server.address('other') } };
    expect(await workflows().post(address(), CARD)).toMatchObject({ code: 'redirected', permanent: true });
    expect(server.accepted).toEqual([]);
    expect(server.asked).toEqual([307]);
  });

  test.each([500, 502, 503, 504])('if the status is %i', async (status) => {
    server.fault = { status };
    expect(await workflows().post(address(), CARD)).toMatchObject({ code: 'unavailable', permanent: false });
  });

  test('if the connection breaks', async () => {
    server.fault = 'reset';
    expect(await workflows().post(address(), CARD)).toMatchObject({ code: 'unreachable', permanent: false });
  });

  test.each(['hang', 'half-header'] as const)('if there is no answer in time (%s)', async (fault) => {
    server.fault = fault;
    expect(await workflows(300).post(address(), CARD)).toMatchObject({ code: 'hanging', permanent: false });
  });

  test('unless the status is a success, even if the body never ends', async () => {
    server.fault = 'drip';
    expect(await workflows().post(address(), CARD)).toEqual({ ok: true });
  });

  test('if the caller aborts', async () => {
    server.fault = 'hang';
    const ended = new AbortController();
    const posted = workflows().post(address(), CARD, ended.signal);
    ended.abort();
    expect(await posted).toMatchObject({ ok: false, code: 'unreachable' });
  });
});

describe('the address that a name resolves to', () => {
  /** A server that must not be reached: it counts its connections. */
  async function trap() {
    let connections = 0;
    const listening = createServer();
    listening.on('connection', () => connections++);
    const { port } = new URL(await listen(listening));
    return {
      port: Number(port),
      reached: () => connections,
      close: () => new Promise((done) => listening.close(done)),
    };
  }

  test.each([
    ['private', ['127.0.0.1']],
    ['private in IPv6', ['::1']],
    ['private in one of two answers', ['20.42.65.92', '127.0.0.1']],
    ['none', []],
  ])('%s: refused before a connection', async (_case, addresses) => {
    const closed = await trap();
    const network = { ...publicNetwork, resolve: () => Promise.resolve(addresses), port: closed.port };
    const outcome = await teamsWorkflows({ clock: realClock, network }).post(address(), CARD);
    expect(outcome).toMatchObject({ ok: false, code: 'address-refused' });
    expect(closed.reached()).toBe(0);
    await closed.close();
  });

  test('the connection uses the address that was checked', async () => {
    const closed = await trap();
    let lookups = 0;
    // The second answer would be another one: DNS rebinding.
    const resolve = () => Promise.resolve(lookups++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
    const network = { ...server.network, resolve };
    expect(await teamsWorkflows({ clock: realClock, network }).post(address(), CARD)).toEqual({
      ok: true,
    });
    expect(lookups).toBe(1);
    await closed.close();
  });

  test('a name that does not exist is unreachable', async () => {
    const network = { ...server.network, resolve: () => Promise.reject(new Error('ENOTFOUND')) };
    const outcome = await teamsWorkflows({ clock: realClock, network }).post(address(), CARD);
    expect(outcome).toMatchObject({ ok: false, code: 'unreachable' });
  });
});
