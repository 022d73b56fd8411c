import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../fakes/cloud.ts';
import { startWorkflows, type WorkflowServer } from '../fakes/workflow-server.ts';
import { rotate } from '../support/clients/admin.ts';
import { startTokenIssuer, type TokenIssuer } from '../support/servers/agent-tokens.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { standingClock } from '../support/clocks/manual-clock.ts';

/** The numbers in the last cell of each row of the table in docs/scaling.md. */
const section = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8')
  .split('\n## Request units\n')[1]
  ?.split('\n## ')[0];
const rows = section?.matchAll(/^\| ([^|]+?) +\|[^|]+\| (\d[^|]+)\|$/gm) ?? [];
const table = new Map(
  Array.from(rows, ([, operation = '', cell = '']) => [
    operation,
    cell.match(/\d+(\.\d+)?/g)?.map(Number) ?? [],
  ]),
);

const sessionId = randomUUID();
const text = 'How do I put the chat on my website? '.repeat(9).slice(0, 300);
let cloud: Cloud;
let issuer: TokenIssuer;
let workflows: WorkflowServer;
let service: RunningService;

beforeAll(async () => {
  [cloud, issuer, workflows] = await Promise.all([startCloud(), startTokenIssuer(), startWorkflows()]);
  cloud.model.script({ deltas: [text] });
  service = await startService({
    cloud,
    workflowNetwork: workflows.network,
    // Background work of an instance would be charged to the operation of that moment.
    clock: standingClock(),
    settings: issuer.settings,
  });
  // The second step of the address’s limit adds to its window; these turns bring it.
  for (let turn = 0; turn < 2; turn++) await ask(randomUUID());
  for (let turn = 0; turn < 12; turn++) await ask();
});
afterAll(async () => {
  await service.close();
  await Promise.all([cloud.close(), issuer.close(), workflows.close()]);
});

async function ask(id = sessionId): Promise<void> {
  expect((await service.post('/api/chat', { sessionId: id, message: text })).status).toBe(200);
}

/** The charges during some work, for the containers of these names. */
async function charged(containers: readonly string[], work: () => Promise<unknown>): Promise<number> {
  const before = cloud.cosmos.requests.length;
  await work();
  const asked = cloud.cosmos.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
  return asked.reduce(
    (sum, { container, charge }) => (containers.includes(container) ? sum + charge : sum),
    0,
  );
}

/** That an operation was charged what its row says, within a tenth: sizes of documents differ a little. */
function expectRow(
  operation: string,
  units: number,
  reckon = ([only = Number.NaN]: readonly number[]) => only,
): void {
  const said = reckon(table.get(operation) ?? []);
  expect([operation, units >= said * 0.9, units <= said * 1.1, units]).toEqual([
    operation,
    true,
    true,
    units,
  ]);
}

test('a turn and what follows from it', async () => {
  expectRow('an answered turn', await charged(['conversations', 'usage'], () => ask()));
  const poll = () => service.get(`/api/messages?sessionId=${sessionId}&after=26`);
  expectRow('new messages for a visitor or an agent', await charged(['conversations'], poll));
  const counted = cloud.cosmos.requests.filter(
    ({ container, kind }) => container === 'counters' && kind === 'patch',
  );
  expectRow('a step of a rate limit', counted[0]?.charge ?? 0);
});

test('what agents do', async () => {
  const agent = { authorization: `Bearer ${await issuer.token()}` };
  const act = (what: string) => async () => {
    const { status } = await service.post(`/api/agent/sessions/${sessionId}/${what}`, '', agent);
    expect([what, status]).toEqual([what, 200]);
  };
  const all = ['conversations', 'ledger', 'usage'];
  const row = 'claim, release, close';
  expectRow(row, await charged(all, act('claim')), ([each = 0, seat = 0]) => each + seat);
  expectRow(row, await charged(['conversations', 'usage'], act('release')));
});

test('a request for a person reads nothing of the conversation more for a card in Teams', async () => {
  const handoff = async () => {
    const one = randomUUID();
    expect((await service.post('/api/chat', { sessionId: one, message: text })).status).toBe(200);
    const before = cloud.cosmos.requests.length;
    expect((await service.post('/api/handoff', { sessionId: one })).status).toBe(200);
    // A notice that was delivered, and has no reminder to wait for, is removed.
    const items = () => cloud.cosmos.container('conversations').partition(one);
    await expect.poll(() => items().filter(({ id }) => id.startsWith('outbox-'))).toEqual([]);
    const asked = cloud.cosmos.requests.slice(before);
    return asked.filter(({ container }) => container === 'conversations').map(({ kind }) => kind);
  };
  expect(await handoff()).toEqual(['read', 'batch']);
  const first = workflows.address('agents');
  const edit = {
    first,
    reminderMinutes: 0,
    escalationMinutes: 0,
    includeFirstQuestion: false,
    language: 'en',
  };
  expect((await registryAdmin(service).send('PUT', 'notifications/teams', edit)).status).toBe(200);
  expect(await handoff()).toEqual(['read', 'batch', 'delete']);
  expect(workflows.accepted).toHaveLength(1);
});

test('what admins do', async () => {
  const { headers } = await rotate(service);
  const list = () => service.get('/api/sessions?limit=50', headers);
  expectRow("an admin's request", await charged(['ledger'], list));
  const remove = () => fetch(`${service.origin}/api/sessions/${sessionId}`, { method: 'DELETE', headers });
  const stored = cloud.cosmos.container('conversations').partition(sessionId).length - 1;
  const units = await charged(['conversations', 'ledger'], remove);
  expectRow('deleting a conversation', units, ([fixed = 0, each = 0]) => fixed + each * stored);
});
