import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../scripts/seed/fill.ts';
import { week } from '../scripts/seed/week.ts';
import { sqliteStore } from '../src/adapters/store/sqlite.ts';
import type { Message } from '../src/domain/message.ts';
import { append, startSession } from '../src/domain/session.ts';
import { figure, quantile, ratio } from './support/report.ts';
import { startServer, type MeasuredServer } from './support/server-process.ts';

// The admin surface over a small store and a large one: what the dashboard asks for, search, and the export. What it
// costs must depend on the page that is shown, not on how much is kept.
const FEW = 100;
const MANY = 100_000;
const DASHBOARD = [
  'overview?window=24h',
  'overview?window=7d',
  'cost?window=24h',
  'cost?window=7d',
  'plan',
  'sessions?sortBy=cost&window=24h&limit=10',
  'sessions?limit=50',
  'sessions?sortBy=cost&limit=50',
  'sessions?status=human_requested',
  'questions?window=7d',
  'reports/sent',
];
const ROUNDS = 60;

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  folders.push(folder);
  return folder;
}

async function seeded(conversations: number): Promise<string> {
  const dataDir = newFolder();
  const store = sqliteStore({ dataDir });
  const prices = { input: 0.25, cachedInput: 0.025, output: 2 };
  await fill(store.conversations, week({ conversations, days: 7, seed: 1, nowMs: Date.now(), prices }));
  await store.close();
  return dataDir;
}

async function taking(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function fetchAll({ origin }: MeasuredServer): Promise<void> {
  const answers = await Promise.all(DASHBOARD.map((path) => fetch(`${origin}/api/${path}`)));
  for (const answer of answers) {
    if (!answer.ok) throw new Error(`${answer.url} was answered with ${answer.status}.`);
    await answer.arrayBuffer();
  }
}

async function dashboard(few: string, many: string): Promise<void> {
  const small = await startServer('chat', { DATA_DIR: few });
  const large = await startServer('chat', { DATA_DIR: many });
  const [ofSmall, ofLarge]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ofSmall.push(await taking(() => fetchAll(small)));
    ofLarge.push(await taking(() => fetchAll(large)));
  }
  await small.stop();
  await large.stop();
  for (const share of [0.5, 0.99]) {
    const [a, b] = [quantile(ofSmall, share), quantile(ofLarge, share)];
    const detail = `${DASHBOARD.length} calls: ${a.toFixed(1)} ms, ${b.toFixed(1)} ms`;
    ratio(`dashboard p${share * 100}, ${MANY} sessions to ${FEW}`, b / a, '< 3', detail);
  }
}

const WORDS =
  'order delivery refund invoice account password size colour return shipping discount gift card payment'.split(
    ' ',
  );
const SEARCHES = ['refund', 'delivery invoice', 'zeppelin', 'nowhere', 'refund zeppelin', 'order size gift'];

async function withMessages(messages: number): Promise<string> {
  const dataDir = newFolder();
  const store = sqliteStore({ dataDir });
  const each = 100;
  for (let first = 0; first < messages; first += 50 * each) {
    const group = Array.from({ length: 50 }, (_, index) => first + index * each);
    await Promise.all(
      group.map((offset) => {
        let session = startSession(randomUUID(), new Date(1.7e12 + offset).toISOString());
        const appended: Message[] = [];
        for (let n = offset; n < offset + each; n++) {
          const picked = Array.from({ length: 12 }, (_, k) => WORDS[(n * 7 + k * k) % WORDS.length]);
          const content = `${picked.join(' ')}${n % 5000 === 0 ? ' zeppelin' : ''}`;
          const at = new Date(1.7e12 + n).toISOString();
          const next = append(session, { id: randomUUID(), role: 'visitor', content }, at);
          session = next.session;
          appended.push(next.message);
        }
        return store.conversations.commit({ session, expected: 'absent', append: appended });
      }),
    );
  }
  await store.close();
  return dataDir;
}

async function search(): Promise<void> {
  const [few, many] = [10_000, 1_000_000];
  const small = sqliteStore({ dataDir: await withMessages(few) });
  const large = sqliteStore({ dataDir: await withMessages(many) });
  const [ofSmall, ofLarge]: [number[], number[]] = [[], []];
  for (let round = 0; round < 200; round++) {
    for (const text of SEARCHES) {
      ofSmall.push(await taking(() => small.conversations.search({ text, limit: 20 })));
      ofLarge.push(await taking(() => large.conversations.search({ text, limit: 20 })));
    }
  }
  await small.close();
  await large.close();
  const [a, b] = [quantile(ofSmall, 0.99), quantile(ofLarge, 0.99)];
  ratio(`search p99, ${many} messages to ${few}`, b / a, '≤ 5', `${a.toFixed(2)} ms, ${b.toFixed(2)} ms`);
}

/** The highest heap after a full collection while an export is read, beyond that before it. */
async function heapOfExport(dataDir: string): Promise<{ bytes: number; heapBytes: number; seconds: number }> {
  const server = await startServer('chat', { DATA_DIR: dataDir });
  await fetchAll(server);
  const { heapBytes: before } = await server.usage();
  const startedAt = performance.now();
  const answer = await fetch(`${server.origin}/api/sessions/export.ndjson`);
  let [peak, bytes, chunks] = [0, 0, 0];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (chunks++ % 40 === 0) peak = Math.max(peak, (await server.usage()).heapBytes);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await server.stop();
  return { bytes, heapBytes: Math.max(0, peak - before), seconds };
}

async function exporting(): Promise<void> {
  const [few, many] = [1000, 10_000];
  const small = await heapOfExport(await seeded(few));
  const large = await heapOfExport(await seeded(many));
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const detail = `heap ${megabytes(small.heapBytes)}, ${megabytes(large.heapBytes)} over what was there before`;
  ratio(`export heap, ${many} conversations to ${few}`, large.heapBytes / small.heapBytes, '≤ 1.5', detail);
  figure(
    `export of ${many}`,
    `${megabytes(large.bytes)} in ${large.seconds.toFixed(1)} s, heap measured all along`,
  );
}

try {
  await dashboard(await seeded(FEW), await seeded(MANY));
  await search();
  await exporting();
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
