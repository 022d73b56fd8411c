import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../scripts/seed/fill.ts';
import { week } from '../scripts/seed/week.ts';
import { sqliteStore } from '../src/adapters/store/sqlite.ts';
import type { Message } from '../src/domain/records/message.ts';
import { append, startSession } from '../src/domain/session-messages.ts';
import { figure, quantile, ratio } from './support/report.ts';
import { startServer, type MeasuredServer } from './support/server-process.ts';

// The admin surface over a small and a large store: the dashboard's queries, search, and the export. The cost
// must depend on the page that is shown, not on the size of the store.
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
  await fill(store.conversations, week({ conversations, days: 7, seed: 1, nowMs: Date.now() }));
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

interface Shown {
  p50Ms: number;
  /** CPU time of the service for all calls together. */
  cpuMs: number;
}

async function show(server: MeasuredServer): Promise<Shown> {
  for (let round = 0; round < 10; round++) await fetchAll(server);
  const before = await server.cpuMs();
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) samples.push(await taking(() => fetchAll(server)));
  const after = await server.cpuMs();
  await server.stop();
  return { p50Ms: quantile(samples, 0.5), cpuMs: (after - before) / ROUNDS };
}

async function dashboard(few: string, many: string): Promise<void> {
  const small = await show(await startServer('chat', { DATA_DIR: few }));
  const large = await show(await startServer('chat', { DATA_DIR: many }));
  const name = `dashboard, ${MANY} sessions to ${FEW}`;
  const calls = `${DASHBOARD.length} calls`;
  const cpu = `${calls}: ${small.cpuMs.toFixed(1)} ms, ${large.cpuMs.toFixed(1)} ms`;
  ratio(`${name}: CPU`, large.cpuMs / small.cpuMs, '< 3', cpu);
  const time = `${calls}: ${small.p50Ms.toFixed(1)} ms, ${large.p50Ms.toFixed(1)} ms`;
  ratio(`${name}: p50`, large.p50Ms / small.p50Ms, '< 3', time);
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

interface Exported {
  bytes: number;
  seconds: number;
  /** The heap after a full collection, before the export, and its peak during it. */
  heapBefore: number;
  heapPeak: number;
}

async function readExport(dataDir: string): Promise<Exported> {
  const server = await startServer('chat', { DATA_DIR: dataDir });
  await fetchAll(server);
  const heapBefore = await server.heapBytes();
  const startedAt = performance.now();
  const answer = await fetch(`${server.origin}/api/sessions/export.ndjson`);
  let [heapPeak, bytes, chunks] = [heapBefore, 0, 0];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (chunks++ % 40 === 0) heapPeak = Math.max(heapPeak, await server.heapBytes());
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await server.stop();
  return { bytes, seconds, heapBefore, heapPeak };
}

async function exporting(): Promise<void> {
  const [few, many] = [1000, 10_000];
  const small = await readExport(await seeded(few));
  const large = await readExport(await seeded(many));
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const detail = `${megabytes(small.heapPeak)}, ${megabytes(large.heapPeak)}; before it ${megabytes(large.heapBefore)}`;
  ratio(`export peak heap, ${many} sessions to ${few}`, large.heapPeak / small.heapPeak, '≤ 1.1', detail);
  figure(`export of ${many} sessions`, `${megabytes(large.bytes)} in ${large.seconds.toFixed(1)} s`);
}

try {
  await dashboard(await seeded(FEW), await seeded(MANY));
  await search();
  await exporting();
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
