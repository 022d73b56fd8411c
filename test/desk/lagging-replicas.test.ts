import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isSignedOut } from '../../src/access/rules/admin-key.ts';
import type { SessionAgent } from '../../src/conversations/records/session.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import { sessionAgent } from '../../src/conversations/rules/agent-groups.ts';
import { adminKeyLedger } from '../../src/access/admin-key-state.ts';
import { agentReplies } from '../../src/desk/agent-replies.ts';
import { background } from '../../src/platform/background.ts';
import { conversations } from '../../src/conversations/conversations.ts';
import { deployment } from '../../src/platform/deployment.ts';
import { ledgerRecords } from '../../src/platform/ledger-records.ts';
import { notes } from '../../src/conversations/notes.ts';
import { readConversation } from '../../src/conversations/reading.ts';
import { reportIntake } from '../../src/publisher/report-intake.ts';
import { storedSeats } from '../../src/publisher/stored-seats.ts';
import { openWidgets } from '../../src/widgets/open-widgets.ts';
import { widgetRegistry } from '../../src/widgets/widget-registry.ts';
import { noFiles, noNotices } from '../support/parts/absent.ts';
import { begin, draft, START } from '../support/stores/conversations.ts';
import { listedPlan } from '../support/servers/control-plane-server.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { silentRealtime, silentVisitorEvents } from '../support/parts/silent-realtime.ts';

const mia = { oid: 'oid-mia', name: 'Mia' };
const lee = { oid: 'oid-lee', name: 'Lee' };
const WIDGET = { name: 'Shop', primaryDomain: 'shop.example', allowedOrigins: ['https://shop.example'] };
/** Two instances on one account; the second reads replicas that have seen nothing since the test began. */
describe('an instance whose replicas lag behind the latest writes', () => {
  // Competing writers pause before a retry; here the pause is one turn of the event loop.
  const sleep = () => new Promise<void>((resolve) => setImmediate(resolve));
  const clock = { ...manualClock(Date.parse(START)), sleep };
  const setup = freshFixture(() => openCosmos());
  const second = freshFixture(() => setup.another());
  beforeEach(async () => {
    setup.server.replicas.lagMs = () => 3_600_000;
  });

  function instance({ ledger, store }: Pick<typeof second, 'ledger' | 'store'>) {
    const telemetry = { record: () => undefined, close: () => Promise.resolve() };
    const parts = {
      ledger,
      store,
      clock,
      random: realRandom,
      telemetry,
      realtime: silentRealtime,
      visitorEvents: silentVisitorEvents,
      notices: noNotices,
    };
    const shared = { ...parts, background: background(telemetry) };
    const changes = conversations({ ...shared });
    return {
      ...shared,
      changes,
      replies: agentReplies({ ...shared, conversations: changes, attachments: noFiles, emailIsOn: false }),
      keys: adminKeyLedger(shared),
      widgets: widgetRegistry({
        ...shared,
        knowsAssistant: () => Promise.resolve(true),
        eraseSecrets: () => undefined,
        open: openWidgets(shared),
      }),
      notes: notes(shared),
      identity: deployment(ledger, realRandom),
      intake: reportIntake({ ...shared, rebind: [] }),
      seats: storedSeats({
        ...shared,
        plan: () => Promise.resolve(listedPlan('start', { seatQuota: 1, gracePeriodDays: 0 })),
        seatWindowDays: 30,
      }),
    };
  }
  const both = () => [instance(setup), instance(second)] as const;

  it('sees a rotation of the admin key and a sign-out immediately', async () => {
    const [here, there] = both();
    const before = (await there.keys.read()).generation;
    const lease = await here.keys.lease(before);
    await lease.release(true);
    const { generation } = await there.keys.read();
    expect(generation).not.toBe(before);
    await here.keys.signOut(`${START}.nonce`);
    expect(isSignedOut((await there.keys.read()).signedOut, `${START}.nonce`)).toBe(true);
  });

  it('reads and updates the latest version of a widget', async () => {
    const [here, there] = both();
    const { widget } = await here.widgets.create(WIDGET);
    expect((await there.widgets.find(widget.id))?.widget.enabled).toBe(true);
    await here.widgets.setEnabled(widget.id, false);
    expect((await there.widgets.find(widget.id))?.widget.enabled).toBe(false);
    expect((await there.widgets.update(widget.id, { ...WIDGET, name: 'Sales' })).widget.enabled).toBe(false);
  });

  it('counts every seat that is taken', async () => {
    const [here, there] = both();
    const claim = (agent: SessionAgent) =>
      ({
        id: randomUUID(),
        trigger: { type: 'claim', agent },
        session: startSession(randomUUID(), START),
      }) as const;
    await here.seats.take(claim(mia));
    expect((await there.seats.status()).quotaStatus).toMatchObject({ seatsUsed: 1 });
    expect(await there.seats.take(claim(lee))).toMatchObject({ decision: 'blocked' });
  });

  it('uses the deployment id that the first instance created, and gives up if it never becomes readable', async () => {
    const [here, there] = both();
    const { id } = await here.identity();
    expect((await there.identity()).id).toBe(id);
    const lost = { ...second.ledger, read: () => Promise.resolve(undefined) };
    const never = deployment({ ...lost, write: () => Promise.resolve(undefined) }, realRandom);
    expect(await refusal(never())).toBe('store-unavailable');
  });

  it('accepts reports of the subscription that the other instance has registered', async () => {
    const [here, there] = both();
    const sender = { tenantId: randomUUID(), oid: randomUUID() };
    const report = { subscriptionId: 'sub-1', seatQuantity: 1, timestamp: START };
    await here.intake.seat(report, sender);
    await there.intake.seat({ ...report, seatQuantity: 2 }, sender);
    const foreign = { ...report, subscriptionId: 'sub-2' };
    expect(await refusal(there.intake.seat(foreign, sender))).toBe('subscription-mismatch');
  });

  it('finds a new conversation and its notes', async () => {
    const [here, there] = both();
    const { session, message } = await begin(here.store);
    const { sessionId } = session;
    const reading = await readConversation(there.store, sessionId, Date.now());
    expect(await reading.after(0)).toEqual([message]);
    const note = await there.notes.add(sessionId, mia, { content: 'VIP' });
    expect(await there.notes.list(sessionId)).toEqual([note]);
    expect(await refusal(readConversation(there.store, randomUUID(), Date.now()))).toBe('session-not-found');
  });

  it('stores no note in a conversation that the other instance has deleted', async () => {
    const [here, there] = both();
    const { sessionId } = (await begin(here.store)).session;
    await readConversation(there.store, sessionId, Date.now());
    const writing = { ...second.ledger };
    const late = notes({
      ...there,
      ledger: {
        ...writing,
        async write(...entry) {
          const version = await writing.write(...entry);
          await here.store.delete(sessionId);
          return version;
        },
      },
    });
    expect(await refusal(late.add(sessionId, mia, { content: 'late' }))).toBe('session-not-found');
    expect(setup.server.container('ledger').range()).toEqual([]);
  });

  it('does not refuse an agent’s action because its copy of the conversation is outdated', async () => {
    const [here, there] = both();
    const { session } = await begin(here.store);
    const { sessionId } = session;
    await readConversation(there.store, sessionId, Date.now());
    const agent = sessionAgent(mia);
    await here.changes.change(sessionId, (conversation) => {
      const outcome = transition(conversation?.session ?? session, { type: 'claim', agent }, START);
      if (!outcome.ok) throw new Error(outcome.refusal);
      return { commit: { session: outcome.session }, result: undefined };
    });
    const said = await there.replies.send(sessionId, mia, { content: 'Hello, this is Mia.' });
    expect(said.seq).toBe(2);
    expect(await refusal(there.replies.send(sessionId, lee, { content: 'And Lee.' }))).toBe(
      'not-session-owner',
    );
  });

  it('finds a document of the other instance and edits its newest version', async () => {
    const records = (on: ReturnType<typeof instance>) =>
      ledgerRecords({ ...on, kind: 'assistants', schema: z.number(), missing: 'assistant-not-found' });
    const [here, there] = both();
    await records(here).create('a', 1);
    expect(await records(there).find('a')).toMatchObject({ value: 1 });
    await records(here).change('a', () => 2);
    expect((await records(there).change('a', ({ value }) => value + 1)).value).toBe(3);
  });

  it('repeats a change that is based on an outdated version, and overwrites nothing', async () => {
    const [here, there] = both();
    const { session } = await begin(here.store);
    const { sessionId } = session;
    const say = (on: ReturnType<typeof instance>, content: string) =>
      on.changes.change(sessionId, (conversation) => {
        const next = append(conversation?.session ?? session, draft(content), START);
        return { commit: { session: next.session, append: [next.message] }, result: next.message.seq };
      });
    await say(there, 'second');
    await say(here, 'third');
    expect(await say(there, 'fourth')).toMatchObject({ isDuplicate: false, result: 4 });
  });
});
