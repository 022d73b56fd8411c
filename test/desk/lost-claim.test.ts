import { randomUUID } from 'node:crypto';
import { noNotices, noThreads } from '../support/parts/absent.ts';
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import type { Plan } from '../../src/publisher/records/plan.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import type { SessionAgent } from '../../src/conversations/records/session.ts';
import type { ConversationStore } from '../../src/ports.ts';
import { conversationClaims } from '../../src/desk/conversation-claims.ts';
import { background } from '../../src/platform/background.ts';
import { colleagues } from '../../src/availability/colleagues.ts';
import { conversations } from '../../src/conversations/conversations.ts';
import { storedSeats } from '../../src/publisher/stored-seats.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { listedPlan } from '../support/servers/control-plane-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { silentRealtime, silentVisitorEvents } from '../support/parts/silent-realtime.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const AT = '2026-11-20T09:00:00.000Z';
const mia = { oid: 'oid-mia', name: 'Mia' };
const lee = { oid: 'oid-lee', name: 'Lee' };
const kim = { oid: 'oid-kim', name: 'Kim' };
/** One seat and no grace: a leaked reservation would block another agent. */
const oneSeat: Plan = listedPlan('start', { seatQuota: 1, gracePeriodDays: 0 });

const store = freshFixture(() => openSqlite());

function deskOn(from: ConversationStore) {
  const clock = movedClock();
  const telemetry = { record: () => undefined, close: () => Promise.resolve() };
  const parts = {
    store: from,
    ledger: store.ledger,
    realtime: silentRealtime,
    visitorEvents: silentVisitorEvents,
    notices: noNotices,
    random: realRandom,
    background: background(telemetry),
    clock,
    telemetry,
  };
  const plan = () => Promise.resolve(oneSeat);
  const seats = storedSeats({ ...parts, plan, seatWindowDays: 30 });
  const desk = conversationClaims({
    ...parts,
    conversations: conversations(parts),
    threads: noThreads,
    seats,
    plan,
    colleagues: colleagues(parts),
    queue: { page: from.queue },
    conversationLimit: 0,
  });
  return { desk, seats };
}

async function begin(): Promise<string> {
  const sessionId = randomUUID();
  const draft = { id: randomUUID(), role: 'visitor', content: 'Hello' } as const;
  const { session, message } = append(startSession(sessionId, AT), draft, AT);
  await store.conversations.commit({ session, expected: 'absent', append: [message] });
  return sessionId;
}

/** Another instance writes its claim just before ours is stored. */
function storeWhereOthersAreFaster(winner: SessionAgent): ConversationStore {
  return {
    ...store.conversations,
    async commit(change) {
      const { sessionId } = change.session;
      const now = await store.conversations.load(sessionId);
      const outcome = now && transition(now.session, { type: 'claim', agent: winner }, AT);
      if (outcome?.ok) {
        await store.conversations.commit({ session: outcome.session, expected: now?.version ?? '' });
      }
      return await store.conversations.commit(change);
    },
  };
}

test('a seat is free immediately if its claim loses to another agent', async () => {
  const { desk } = deskOn(storeWhereOthersAreFaster(lee));
  expect(await refusal(desk.claim(await begin(), mia))).toBe('already-claimed');
  const { desk: calm, seats } = deskOn(store.conversations);
  expect((await seats.status()).quotaStatus).toMatchObject({ seatsUsed: 0, exceeded: false });
  expect((await calm.claim(await begin(), kim)).session).toMatchObject({ claimedBy: kim.oid });
});

test('a seat that was taken is blocked for other agents until the claim is reverted', async () => {
  const { seats } = deskOn(store.conversations);
  const claim = (id: string, agent: SessionAgent) =>
    seats.take({ id, trigger: { type: 'claim', agent }, session: startSession(randomUUID(), AT) });
  expect(await claim('first', mia)).toMatchObject({ decision: 'claimed' });
  expect(await claim('second', lee)).toMatchObject({ decision: 'blocked' });
  await seats.revertClaim('first');
  expect(await claim('second', lee)).toMatchObject({ decision: 'claimed' });
});

test('a claim that was stored keeps its seat even if the answer of the store was lost', async () => {
  const { desk, seats } = deskOn({
    ...store.conversations,
    async commit(change) {
      await store.conversations.commit(change);
      throw new AppError('store-unavailable');
    },
  });
  const sessionId = await begin();
  expect(await refusal(desk.claim(sessionId, mia))).toBe('store-unavailable');
  expect((await store.conversations.load(sessionId))?.session.claimedBy).toBe(mia.oid);
  expect((await seats.status()).quotaStatus.seatsUsed).toBe(1);
});

test('a claim that could not be stored releases its seat', async () => {
  const { desk, seats } = deskOn({
    ...store.conversations,
    commit: () => Promise.reject(new AppError('store-unavailable')),
  });
  expect(await refusal(desk.claim(await begin(), mia))).toBe('store-unavailable');
  expect((await seats.status()).quotaStatus.seatsUsed).toBe(0);
});

test('the seat of a claim is stored before the session is claimed', async () => {
  const used: number[] = [];
  const { desk, seats } = deskOn({
    ...store.conversations,
    async commit(change) {
      used.push((await seats.status()).quotaStatus.seatsUsed);
      return await store.conversations.commit(change);
    },
  });
  await desk.claim(await begin(), mia);
  expect(used).toEqual([1]);
});

test('an agent with a seat keeps it after losing a claim', async () => {
  const { desk: calm, seats } = deskOn(store.conversations);
  await calm.claim(await begin(), mia);
  const { desk } = deskOn(storeWhereOthersAreFaster(lee));
  expect(await refusal(desk.claim(await begin(), mia))).toBe('already-claimed');
  expect((await seats.status()).quotaStatus.seatsUsed).toBe(1);
});
