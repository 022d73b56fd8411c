import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isSignedOut } from '../../src/domain/admin-key.ts';
import type { SessionAgent } from '../../src/domain/records/session.ts';
import { append, startSession } from '../../src/domain/session-messages.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import { sessionAgent } from '../../src/domain/agent-name.ts';
import { adminKeyLedger } from '../../src/services/admin/admin-key-state.ts';
import { agentReplies } from '../../src/services/desk/agent-replies.ts';
import { background } from '../../src/services/platform/background.ts';
import { conversations } from '../../src/services/chat/conversations.ts';
import { deployment } from '../../src/services/platform/deployment.ts';
import { ledgerRecords } from '../../src/services/platform/ledger-records.ts';
import { notes } from '../../src/services/desk/notes.ts';
import { readConversation } from '../../src/services/chat/reading.ts';
import { reportIntake } from '../../src/services/reports/report-intake.ts';
import { seatGate } from '../../src/services/desk/seat-gate.ts';
import { openWidgets } from '../../src/services/widgets/open-widgets.ts';
import { widgetRegistry } from '../../src/services/widgets/widget-registry.ts';
import { noFiles } from './support/no-files.ts';
import { begin, draft, START } from '../support/stores/conversations.ts';
import { listedPlan } from '../support/servers/control-plane-server.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/real-random.ts';
import { refusal } from '../support/refusal.ts';
import { silentRealtime, silentVisitorEvents } from './support/silent-realtime.ts';
import { noNotices } from './support/no-notices.ts';

const mia = { oid: 'oid-mia', name: 'Mia' };
const lee = { oid: 'oid-lee', name: 'Lee' };
const WIDGET = { name: 'Shop', primaryDomain: 'shop.example', allowedOrigins: ['https://shop.example'] };
/** Two instances on one account; the second reads replicas that have seen nothing since the test began. */
describe('an instance whose replicas lag behind what another one has just stored', () => {
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
      seats: seatGate({
        ...shared,
        plan: () => Promise.resolve(listedPlan('start', { seatQuota: 1, gracePeriodDays: 0 })),
        seatWindowDays: 30,
      }),
    };
  }
  const both = () => [instance(setup), instance(second)] as const;

  it('knows a rotation of the admin key and a sign-out at once', async () => {
    const [here, there] = both();
    const before = (await there.keys.read()).generation;
    const lease = await here.keys.lease(before);
    await lease.release(true);
    const { generation } = await there.keys.read();
    expect(generation).not.toBe(before);
    await here.keys.signOut(`${START}.nonce`);
    expect(isSignedOut((await there.keys.read()).signedOut, `${START}.nonce`)).toBe(true);
  });

  it('knows a widget as it stands now', async () => {
    const [here, there] = both();
    const { widget } = await here.widgets.create(WIDGET);
    expect((await there.widgets.find(widget.id))?.widget.enabled).toBe(true);
    await here.widgets.setEnabled(widget.id, false);
    expect((await there.widgets.find(widget.id))?.widget.enabled).toBe(false);
    expect((await there.widgets.update(widget.id, { ...WIDGET, name: 'Sales' })).widget.enabled).toBe(false);
  });

  it('counts the seats that are taken', async () => {
    const [here, there] = both();
    const claim = (agent: SessionAgent) =>
      ({
        id: randomUUID(),
        trigger: { type: 'claim', agent },
        session: startSession(randomUUID(), START),
      }) as const;
    await here.seats.decide(claim(mia));
    expect((await there.seats.status()).quotaStatus).toMatchObject({ seatsUsed: 1 });
    expect(await there.seats.decide(claim(lee))).toMatchObject({ decision: 'blocked' });
  });

  it('has the identity that the first instance made, and never waits for it without an end', async () => {
    const [here, there] = both();
    const { id } = await here.identity();
    expect((await there.identity()).id).toBe(id);
    const lost = { ...second.ledger, read: () => Promise.resolve(undefined) };
    const never = deployment({ ...lost, write: () => Promise.resolve(undefined) }, realRandom);
    expect(await refusal(never())).toBe('store-unavailable');
  });

  it('takes the reports of an identity that the other has admitted', async () => {
    const [here, there] = both();
    const sender = { tenantId: randomUUID(), oid: randomUUID() };
    const report = { subscriptionId: 'sub-1', seatQuantity: 1, timestamp: START };
    await here.intake.seat(report, sender);
    await there.intake.seat({ ...report, seatQuantity: 2 }, sender);
    const foreign = { ...report, subscriptionId: 'sub-2' };
    expect(await refusal(there.intake.seat(foreign, sender))).toBe('subscription-mismatch');
  });

  it('finds a conversation that was begun there, and what hangs on it', async () => {
    const [here, there] = both();
    const { session, message } = await begin(here.store);
    const { sessionId } = session;
    const reading = await readConversation(there.store, sessionId, Date.now());
    expect(await reading.after(0)).toEqual([message]);
    const note = await there.notes.add(sessionId, mia, { content: 'VIP' });
    expect(await there.notes.list(sessionId)).toEqual([note]);
    expect(await refusal(readConversation(there.store, randomUUID(), Date.now()))).toBe('session-not-found');
  });

  it('leaves no note behind in a conversation that was deleted there', async () => {
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

  it('refuses nothing that the other has just made right', async () => {
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

  it('finds a document that was made there, and edits the newest', async () => {
    const records = (on: ReturnType<typeof instance>) =>
      ledgerRecords({ ...on, kind: 'assistants', schema: z.number(), missing: 'assistant-not-found' });
    const [here, there] = both();
    await records(here).create('a', 1);
    expect(await records(there).find('a')).toMatchObject({ value: 1 });
    await records(here).change('a', () => 2);
    expect((await records(there).change('a', ({ value }) => value + 1)).value).toBe(3);
  });

  it('writes over nothing: a change that rests on an old state is worked out again', async () => {
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
    expect(await say(there, 'fourth')).toMatchObject({ stored: true, result: 4 });
  });
});
