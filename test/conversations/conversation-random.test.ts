import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archive } from '../../src/admin/archive.ts';
import { colleagues } from '../../src/availability/colleagues.ts';
import { conversations } from '../../src/conversations/conversations.ts';
import { notes } from '../../src/conversations/notes.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { threads } from '../../src/conversations/threads.ts';
import { AppError } from '../../src/core/errors.ts';
import { conversationClaims } from '../../src/desk/conversation-claims.ts';
import { agentDesk } from '../../src/desk/agent-desk.ts';
import { agentReplies } from '../../src/desk/agent-replies.ts';
import { continuationIdOf } from '../../src/conversations/rules/ids.ts';
import { nowIso } from '../../src/lib/fields.ts';
import { background } from '../../src/platform/background.ts';
import { retryOutage } from '../../src/platform/retry-outage.ts';
import { storedSeats } from '../../src/publisher/stored-seats.ts';
import { visitorMemory } from '../../src/widgets/visitor-memory.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import type { SqliteStore } from '../../src/adapters/store/sqlite.ts';
import { passingClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { noEmail, noFiles, noNotices, noTags } from '../support/parts/absent.ts';
import { isDone, plannedFaults, someFault } from '../support/parts/planned-faults.ts';
import { silentRealtime, silentVisitorEvents } from '../support/parts/silent-realtime.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { listedPlan } from '../support/servers/control-plane-server.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const AGENTS = ['Mia', 'Lee', 'Kim'].map((name) => ({ oid: `oid-${name}`, name }));
const CLAIMS = { upn: '', email: '', tenantId: '', memberships: [] };

/** Calls of the visitor, the agents and an admin; each may be made at the same time as another one. */
const CALLS = [
  'the visitor writes',
  'claim',
  'transfer',
  'release',
  'close',
  'reply',
  'reply in closed',
  'erase',
  'timer',
] as const;
type Call = (typeof CALLS)[number];
const WRITES: ReadonlySet<Call> = new Set(['the visitor writes', 'reply', 'reply in closed']);
/** The calls by which an agent gets a seat. */
const TAKES_SEAT: ReadonlySet<Call> = new Set(['claim', 'transfer', 'reply in closed']);

// Most calls need a claimed conversation.
const call = fc.constantFrom(...CALLS, 'claim' as const, 'claim' as const, 'the visitor writes' as const);
const by = fc.record({ call, agent: fc.nat(2), to: fc.nat(2) });
type By = typeof by extends fc.Arbitrary<infer T> ? T : never;
const step = fc.record({
  isSecond: fc.boolean(),
  first: by,
  /** By another person, on the other instance; the same call or another one. */
  also: fc.option(fc.record({ is: fc.option(by, { freq: 2 }), agent: fc.nat(2) }), { freq: 2 }),
  fault: someFault,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The services of one instance for conversations. */
function instance(sqlite: Pick<SqliteStore, 'conversations' | 'ledger'>, clock: ManualClock) {
  const telemetry = recordingTelemetry();
  const stopping = new AbortController();
  const shared = {
    store: sqlite.conversations,
    ledger: sqlite.ledger,
    realtime: silentRealtime,
    visitorEvents: silentVisitorEvents,
    notices: noNotices,
    random: realRandom,
    background: background(telemetry),
    stopping: stopping.signal,
    clock,
    telemetry,
  };
  const plan = () => Promise.resolve(listedPlan('growth', { seatQuota: 10 }));
  const seats = storedSeats({ ...shared, plan, seatWindowDays: 30 });
  const writer = conversations(shared);
  const visitors = visitorMemory(shared);
  const chained = threads({
    ...shared,
    conversations: writer,
    retryOutage: retryOutage(shared),
    visitors,
    days: 30,
  });
  const queue = { page: shared.store.queue, groups: () => Promise.resolve([]) };
  const parts = { ...shared, conversations: writer, threads: chained, queue, notes: notes(shared) };
  const known = colleagues(shared);
  const claims = conversationClaims({ ...parts, seats, plan, colleagues: known, conversationLimit: 0 });
  const replies = agentReplies({ ...parts, attachments: noFiles, emailIsOn: false });
  return {
    seats,
    threads: chained,
    writer,
    colleagues: known,
    desk: agentDesk({ ...parts, replies, claims, tags: noTags }),
    archive: archive({ ...parts, visitors, files: noFiles, emailSender: noEmail, tags: noTags }),
    settled: () => shared.background.settled(),
    end: () => stopping.abort(),
  };
}

/** One conversation on two instances, one of which may be killed. */
function twoInstances(sqlite: SqliteStore, clock: ManualClock) {
  const rootId: string = randomUUID();
  function opened() {
    const faults = plannedFaults();
    const { conversations: store, ledger } = sqlite;
    const over = { conversations: faults.over(store), ledger: faults.over(ledger) };
    return { ...instance(over, clock), faults };
  }
  type Instance = ReturnType<typeof opened>;
  const instances: [Instance, Instance] = [opened(), opened()];
  const reader = instance(sqlite, clock);

  /** The sessions of the thread that are stored, first to last. */
  async function chain() {
    const found = [];
    for (let id = rootId, count = 0; count < 25; id = continuationIdOf(id), count++) {
      const conversation = await sqlite.conversations.load(id, 'strong');
      if (conversation) found.push(conversation.session);
    }
    return found;
  }

  async function visitorWrites({ writer, threads: chained }: Instance, content: string): Promise<void> {
    const found = await sqlite.conversations.load(rootId);
    const { sessionId } = found ? (await chained.newest(found)).session : { sessionId: rootId };
    await writer.change(sessionId, (conversation) => {
      const at = nowIso(clock);
      const session = conversation?.session ?? startSession(sessionId, at);
      if (session.status === 'closed') throw new AppError('session-closed');
      const said = append(session, { id: randomUUID(), role: 'visitor', content }, at);
      return { commit: { session: said.session, append: [said.message] }, result: undefined };
    });
  }

  return {
    instances,
    reader,
    chain,
    async make({ call: what, agent: at, to }: By, content: string, one: Instance): Promise<boolean> {
      const { desk, archive: its } = one;
      const agent = AGENTS[at] ?? { oid: '', name: '' };
      const newest = (await chain()).at(-1)?.sessionId ?? rootId;
      const calls: Record<Call, () => Promise<unknown>> = {
        'the visitor writes': () => visitorWrites(one, content),
        claim: () => desk.claim(newest, agent),
        transfer: () => desk.transfer(newest, agent, AGENTS[to]?.oid ?? ''),
        release: () => desk.release(newest, agent),
        close: () => desk.close(newest, agent),
        reply: () => desk.send(newest, agent, { content }),
        'reply in closed': () => desk.replyInClosed(newest, agent, { content }),
        erase: () => its.remove(newest),
        timer: () => its.resume(),
      };
      return isDone(calls[what]());
    },
    async replaceDead(): Promise<void> {
      for (const [at, one] of instances.entries()) {
        if (!one.faults.isDead()) continue;
        one.end();
        instances[at] = opened();
      }
      await Promise.all(instances.map((one) => one.settled()));
    },
  };
}

/** The outcome of the calls of a step, and the message that each of them would store. */
interface Made {
  calls: readonly (By & { content: string; isDone: boolean })[];
  hasFault: boolean;
}

/** The messages and seats that there must be and may be. */
function model() {
  /** Messages that are stored, that may be, and that were erased. */
  let kept: string[] = [];
  let unsure: string[] = [];
  const erased: string[] = [];
  const seated = new Set<string>();
  const maybeSeated = new Set<string>();

  function noteErasures({ calls }: Made): boolean {
    const erasing = calls.filter(({ call: of }) => of === 'erase');
    if (erasing.length === 0) return false;
    const isSure = calls.length === 1 && erasing[0]?.isDone === true;
    (isSure ? erased : unsure).push(...kept);
    if (isSure) erased.push(...unsure.splice(0));
    kept = [];
    return true;
  }

  function noteSeats({ calls, hasFault }: Made): void {
    for (const [at, { call: of, agent, to, isDone: wasDone }] of calls.entries()) {
      if (!TAKES_SEAT.has(of)) continue;
      const { oid = '' } = AGENTS[of === 'transfer' ? to : agent] ?? {};
      // A seat is taken before the conversation is stored.
      if (wasDone) seated.add(oid);
      else if (at === 0 && hasFault) maybeSeated.add(oid);
    }
  }

  return {
    note(made: Made): void {
      const isErasing = noteErasures(made);
      noteSeats(made);
      for (const { call: of, content, isDone: wasDone } of made.calls) {
        if (WRITES.has(of)) (wasDone && !isErasing ? kept : unsure).push(content);
      }
    },
    /** Nothing is lost or doubled, and nothing comes back. */
    checkMessages(contents: readonly string[]): void {
      expect(new Set(contents).size).toBe(contents.length);
      expect(contents).toEqual(expect.arrayContaining(kept));
      expect(contents.filter((content) => erased.includes(content))).toEqual([]);
      unsure = unsure.filter((content) => contents.includes(content));
    },
    /** Every seat is that of an agent who got a conversation. */
    checkSeats(used: number): void {
      expect(used).toBeGreaterThanOrEqual(seated.size);
      expect(used).toBeLessThanOrEqual(new Set([...seated, ...maybeSeated]).size);
    },
  };
}

/** Only the newest session of a thread is not closed, and an agent has each that is claimed. */
function checkStates(sessions: readonly SessionRecord[]): void {
  for (const { status, claimedBy } of sessions) {
    if (status === 'claimed') expect(AGENTS.map(({ oid }) => oid)).toContain(claimedBy);
  }
  expect(sessions.slice(0, -1).filter(({ status }) => status !== 'closed')).toEqual([]);
}

async function run(steps: readonly Step[], sqlite: SqliteStore): Promise<void> {
  const clock = passingClock();
  const office = twoInstances(sqlite, clock);
  const { reader, chain } = office;
  for (const agent of AGENTS) await reader.colleagues.choose({ ...CLAIMS, ...agent }, 'available');
  const expected = model();

  for (const [number, { isSecond, first, also, fault }] of steps.entries()) {
    clock.advance(1_000);
    const [one, other] = isSecond ? [office.instances[1], office.instances[0]] : office.instances;
    one.faults.plan(fault);
    const second = also && (also.is ?? { ...first, agent: also.agent });
    const calls = await Promise.all(
      (second ? [first, second] : [first]).map(async (each, at) => {
        const content = `Message ${number}-${at}.`;
        return { ...each, content, isDone: await office.make(each, content, at === 0 ? one : other) };
      }),
    );
    await Promise.all([one.settled(), other.settled()]);
    one.faults.plan(null);
    await office.replaceDead();

    expected.note({ calls, hasFault: fault !== null });
    const sessions = await chain();
    checkStates(sessions);
    const stored = sessions.map(({ sessionId }) => sqlite.conversations.messages(sessionId));
    const messages = (await Promise.all(stored)).flat();
    const seqs = messages.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    const said = messages.filter(({ role }) => role === 'visitor' || role === 'agent');
    expected.checkMessages(said.map(({ content }) => content));
    expected.checkSeats((await reader.seats.status()).quotaStatus.seatsUsed);
  }

  // An erasure at the end leaves nothing.
  const newest = (await chain()).at(-1);
  if (newest) await isDone(reader.archive.remove(newest.sessionId));
  await reader.archive.resume();
  await reader.settled();
  expect(await chain()).toEqual([]);
  const { items } = await sqlite.conversations.search({ text: 'Message', limit: 10 });
  expect(items).toEqual([]);
  expect(await sqlite.ledger.list('removals')).toEqual([]);
}

test('two agents neither lose messages, restore erased ones nor leak seats, in any sequence of calls and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (each) => {
      const sqlite = await openSqlite();
      await run(each, sqlite).finally(() => sqlite.close());
    }),
    { numRuns: 60 },
  );
});
