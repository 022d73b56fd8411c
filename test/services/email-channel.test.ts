import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import type { SentEmail } from '../../src/domain/records/sent-email.ts';
import type { Email, Notice } from '../../src/ports.ts';
import { emailChannel } from '../../src/services/email/email-channel.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { heardTelemetry } from '../support/ports/heard-telemetry.ts';
import { realRandom } from '../support/ports/real-random.ts';
import { begin, START } from '../support/stores/conversations.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { silentRealtime } from './support/silent-realtime.ts';

const store = freshFixture(() => openSqlite());
const { signal } = new AbortController();

/** A conversation with an e-mail that waits, as an entry of the outbox. */
async function waiting(): Promise<Notice> {
  const email: SentEmail = {
    ...{ id: randomUUID(), kind: 'confirmation', to: 'vera@example.com', at: START, state: 'waiting' },
  };
  const { session } = await begin(store.conversations, 'Hello', { session: { emails: [email] } });
  const { sessionId } = session;
  return { id: email.id, sessionId, order: 1, at: START, facts: {}, kind: 'email', step: 'notice' };
}

/** The channel of an instance. `isKilled`: it ends before it can store that an e-mail was sent. */
function instance(sent: Email[], isKilled = false) {
  const commit = store.conversations.commit;
  return emailChannel({
    clock: manualClock(Date.parse(START)),
    random: realRandom,
    telemetry: heardTelemetry(),
    realtime: silentRealtime,
    store: {
      ...store.conversations,
      commit: (change) => (isKilled ? Promise.reject(new AppError('store-unavailable')) : commit(change)),
    },
    emailSender: {
      send(email) {
        sent.push(email);
        return Promise.resolve({ ok: true });
      },
      removeAll: () => Promise.resolve(),
    },
    isOn: true,
    businessName: 'Harbour Cycles',
    count: () => Promise.resolve(undefined),
    links: {
      toConversation: () => Promise.resolve(undefined),
      toPage: () => Promise.resolve('https://chat.example/api/email/x'),
      read: () => Promise.resolve(undefined),
      use: () => Promise.resolve(false),
    },
  });
}

test('an instance that ends between sending and storing costs one e-mail more, with the same Message-ID', async () => {
  const notice = await waiting();
  const sent: Email[] = [];
  await expect(instance(sent, true).deliver(notice, signal)).rejects.toMatchObject({
    code: 'store-unavailable',
  });
  // The entry is still in the outbox, and the next instance takes it.
  expect(await instance(sent).deliver(notice, signal)).toEqual({ ok: true });
  await instance(sent).deliver(notice, signal);
  expect(sent.map(({ id }) => id)).toEqual([notice.id, notice.id]);
});

test('an e-mail is sent once if nothing ends in between', async () => {
  const notice = await waiting();
  const sent: Email[] = [];
  await instance(sent).deliver(notice, signal);
  await instance(sent).deliver(notice, signal);
  expect(sent).toHaveLength(1);
});
