import { describe, expect, test } from 'vitest';
import { REFUSED_ADDRESS } from '../../src/notifications/rules/workflow-address.ts';
import { OverviewReply } from '../../src/admin/wire/admin.ts';
import { TeamsChannelReply } from '../../src/notifications/wire/notifications.ts';
import { startWorkflows } from '../fakes/workflow-server.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { memoryVault } from './support/memory-vault.ts';
import { refusedWith } from '../support/refusal.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startService } from '../support/service/service.ts';

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/;
const FIELDS = { reminderMinutes: 5, escalationMinutes: 15, includeFirstQuestion: false, language: 'en' };

describe('the settings of cards in a Teams channel', () => {
  const clock = freshFixture(() => movedClock());
  const workflows = freshFixture(() => startWorkflows());
  const vault = freshFixture(() => memoryVault());
  const service = freshFixture(() => startService({ clock, vault, workflowNetwork: workflows.network }));
  const admin = freshFixture(() => registryAdmin(service));

  const PATH = 'notifications/teams';
  const read = () => admin.answer(200, TeamsChannelReply, admin.send('GET', PATH));
  const put = (edit: object, headers = {}) => admin.send('PUT', PATH, { ...FIELDS, ...edit }, headers);
  const save = (edit: object, headers = {}) => admin.answer(200, TeamsChannelReply, put(edit, headers));
  const sendTest = (workflow: string) =>
    admin.answer(200, TeamsChannelReply, admin.send('POST', `${PATH}/test-card`, { workflow }));
  const confirm = (answer: object) => admin.send('PUT', `${PATH}/test-card`, answer);

  test('a new deployment has no address and otherwise defaults', async () => {
    const { etag, ...rest } = await read();
    expect(rest).toEqual(FIELDS);
    expect(etag).toMatch(/^"/);
    expect(vault.secrets.size).toBe(0);
  });

  test('an address is stored in the vault, and only its host and its time are shown', async () => {
    const saved = await save({ first: workflows.address('team') });
    expect(saved.first).toEqual({
      host: new URL(workflows.address('team')).hostname,
      since: expect.stringMatching(TIME),
    });
    expect(vault.readable()).toEqual([workflows.address('team').replace(':443', '')]);
    const shown = JSON.stringify([saved, await read()]);
    for (const secret of ['sig=', 'c2lnbmF0dXJl', '/workflows/', 'teams-workflow-']) {
      expect(shown).not.toContain(secret);
    }
  });

  test('an omitted field is unchanged, null removes an address, and a replaced address is deleted', async () => {
    await save({ first: workflows.address('one'), second: workflows.address('two') });
    clock.advance(1000);
    const kept = await save({ includeFirstQuestion: true, language: 'de' });
    expect(kept).toMatchObject({ includeFirstQuestion: true, language: 'de', first: {}, second: {} });
    clock.advance(1000);
    const replaced = await save({ first: workflows.address('three'), second: null });
    expect(replaced.first?.since).not.toBe(kept.first?.since);
    expect(replaced).not.toHaveProperty('second');
    await expect.poll(vault.readable).toEqual([workflows.address('three').replace(':443', '')]);
  });

  test.each([
    ['first', 'http://127.0.0.1/', REFUSED_ADDRESS['not-https']],
    ['second', 'https://169.254.169.254/latest/meta-data', REFUSED_ADDRESS['unknown-host']],
    ['first', 'https://prod-1.westeurope.logic.azure.com/workflows/1?sig=x', REFUSED_ADDRESS.ended],
  ])(
    'a wrong address (%s: %s) is refused with its reason, and changes nothing',
    async (slot, text, reason) => {
      const before = await save({ first: workflows.address('one') });
      const { status, body } = await put({ [slot]: text });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'validation-failed', issues: [{ path: slot, message: reason }] });
      expect(JSON.stringify(body)).not.toContain(new URL(text).hostname);
      expect(await read()).toEqual(before);
      expect(vault.secrets.size).toBe(1);
    },
  );

  test('an escalation without a first address or before the reminder is refused', async () => {
    expect(await put({ second: workflows.address('two') })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'second' }] },
    });
    expect(await put({ reminderMinutes: 10, escalationMinutes: 10 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'escalationMinutes' }] },
    });
    expect(await read()).not.toHaveProperty('second');
  });

  test('a save of an outdated version is refused with 412', async () => {
    const { etag } = await read();
    const first = await save({ first: workflows.address('one') }, { 'if-match': etag });
    const late = await put({ first: workflows.address('two') }, { 'if-match': etag });
    expect([late.status, late.body]).toMatchObject([412, { error: 'precondition-failed' }]);
    expect(await read()).toEqual(first);
    await sendTest('first');
    expect(workflows.accepted.map(({ workflow }) => workflow)).toEqual(['one']);
  });

  test.each(['down', 'read-only'] as const)(
    'while the vault is %s, a new address is refused, and the old address is kept',
    async (mood) => {
      const before = await save({ first: workflows.address('one') });
      vault.mood = mood;
      expect(await put({ first: workflows.address('two') })).toMatchObject(
        refusedWith(503, 'vault-unavailable'),
      );
      // Fields without a secret can be changed.
      expect((await save({ language: 'de' })).first).toEqual(before.first);
      vault.mood = 'well';
      await sendTest('first');
      expect(workflows.accepted.map(({ workflow }) => workflow)).toEqual(['one']);
    },
  );

  test('a test card shows the answer of the workflow and later its confirmed arrival, both with their time', async () => {
    await save({ first: workflows.address('one'), language: 'de' });
    clock.advance(60_000);
    const sent = (await sendTest('first')).first?.test;
    expect(sent).toEqual({ sentAt: expect.stringMatching(TIME), accepted: true });
    expect(workflows.accepted[0]?.card).toMatchObject({ version: '1.5', lang: 'de' });
    clock.advance(5_000);
    expect((await confirm({ workflow: 'first', sentAt: sent?.sentAt, arrived: true })).status).toBe(200);
    const answered = (await read()).first?.test;
    expect(answered).toEqual({ ...sent, arrived: true, answeredAt: expect.stringMatching(TIME) });
    expect(Date.parse(answered?.answeredAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(sent?.sentAt ?? '') + 5_000,
    );
    // Another address knows nothing of it.
    expect((await save({ first: workflows.address('two') })).first).not.toHaveProperty('test');
  });

  test('an answer for an earlier test card is refused', async () => {
    await save({ first: workflows.address('one') });
    const early = (await sendTest('first')).first?.test?.sentAt;
    clock.advance(1000);
    await sendTest('first');
    expect((await confirm({ workflow: 'first', sentAt: early, arrived: true })).status).toBe(412);
    expect((await read()).first?.test).not.toHaveProperty('arrived');
  });

  test('a refused test card shows the reason and the time of the first failure', async () => {
    const saved = await save({ first: workflows.address('one') });
    workflows.gone.add('one');
    const { first } = await sendTest('first');
    const sentAt = first?.test?.sentAt;
    expect(first).toEqual({
      ...saved.first,
      test: { sentAt, accepted: false, failure: 'gone' },
      failing: { since: sentAt, failure: 'gone' },
    });
    // A later failure, also of another kind, keeps the time of the first.
    clock.advance(60_000);
    workflows.fault = { status: 503 };
    expect((await sendTest('first')).first?.failing).toEqual({ since: sentAt, failure: 'unavailable' });

    workflows.fault = undefined;
    workflows.gone.delete('one');
    expect((await sendTest('first')).first).not.toHaveProperty('failing');
  });

  test('a workflow that has failed for 15 minutes is shown in the overview', async () => {
    const problem = async () =>
      (await admin.answer(200, OverviewReply, admin.send('GET', 'overview'))).notificationFailure;
    await save({ first: workflows.address('one') });
    workflows.gone.add('one');
    const since = (await sendTest('first')).first?.failing?.since;
    expect(await problem()).toBeUndefined();
    clock.advance(14 * 60_000);
    expect(await problem()).toBeUndefined();
    clock.advance(60_000);
    expect(await problem()).toEqual({ since, failure: 'gone' });
    // Another address is not to blame.
    await save({ first: workflows.address('two') });
    expect(await problem()).toBeUndefined();
  });

  test('a test card without an address is refused', async () => {
    const { status, body } = await admin.send('POST', `${PATH}/test-card`, { workflow: 'second' });
    expect([status, body]).toMatchObject([409, { error: 'channel-not-configured' }]);
  });
});
