import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from '../src/adapters/store/sqlite.ts';
import { append, startSession } from '../src/domain/session-messages.ts';
import type { SessionRecord } from '../src/domain/records/session.ts';
import type { Message } from '../src/domain/records/message.ts';
import { figure, quantile } from './support/report.ts';

// Reading a long conversation, and searching a hundred thousand messages for common, rare and unknown words.
const MESSAGES = 100_000;
const SESSIONS = 500;
const WORDS =
  'order delivery refund invoice account password size colour return shipping discount gift card payment'.split(
    ' ',
  );

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
const store = sqliteStore({ dataDir });
const at = '2026-11-20T09:00:00.000Z';

function sentence(number: number): string {
  const picked = Array.from({ length: 12 }, (_, index) => WORDS[(number * 7 + index * index) % WORDS.length]);
  return `${picked.join(' ')}${number % 5000 === 0 ? ' zeppelin' : ''}`;
}

async function fill(sessionId: string, messages: number, offset: number): Promise<void> {
  let session: SessionRecord = startSession(sessionId, at);
  const appended: Message[] = [];
  for (let index = 0; index < messages; index++) {
    const role = index % 2 ? 'assistant' : 'visitor';
    const next = append(session, { id: randomUUID(), role, content: sentence(offset + index) }, at);
    session = next.session;
    appended.push(next.message);
  }
  await store.conversations.commit({ session, expected: 'absent', append: appended });
}

async function timed(name: string, aim: string, runs: number, work: () => Promise<unknown>): Promise<void> {
  const samples: number[] = [];
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now();
    await work();
    samples.push(performance.now() - startedAt);
  }
  const p50 = quantile(samples, 0.5).toFixed(2);
  figure(name, `p50 ${p50} ms, p99 ${quantile(samples, 0.99).toFixed(2)} ms${aim}`);
}

const long = randomUUID();
await fill(long, 200, 0);
for (let index = 0; index < SESSIONS; index++) {
  await fill(randomUUID(), MESSAGES / SESSIONS, index * (MESSAGES / SESSIONS));
}

await timed('all messages of a 200-message session', '', 500, () => store.conversations.messages(long));
await timed('its newest message, after=199', '', 500, () => store.conversations.messages(long, 199));
for (const text of ['refund', 'delivery invoice', 'zeppelin', 'nowhere', 'refund zeppelin']) {
  await timed(`search ${MESSAGES} messages: ${text}`, ' (aim p99 under 50)', 200, () =>
    store.conversations.search({ text, limit: 20 }),
  );
}
await store.close();
rmSync(dataDir, { recursive: true, force: true });
