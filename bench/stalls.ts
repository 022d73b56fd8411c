import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../scripts/seed/fill.ts';
import { week } from '../scripts/seed/week.ts';
import { sqliteStore } from '../src/adapters/store/sqlite.ts';
import type { Message } from '../src/domain/records/message.ts';
import { append, startSession } from '../src/domain/session-messages.ts';
import { startCloud } from '../test/fakes/cloud.ts';
import { post, send } from './support/load.ts';
import { figure } from './support/report.ts';
import { startServer, type MeasuredServer } from './support/server-process.ts';

// How long each kind of request blocks the event loop of a running service: the delay of a timer of 1 ms, and
// the CPU time of the loop's longest turn. Other processes do not change that CPU time. The embedded product
// has 100 000 messages, and one conversation of 5 000. `DATA` names a folder in which they are kept.
const AIM_MS = 20;
const CONVERSATIONS = 14_000;
const LONG = 5_000;
const LONG_SESSION = '00000000-0000-4000-8000-000000005000';
const WORDS = 'order delivery refund invoice account password size colour return shipping discount'.split(
  ' ',
);
const JSON_BODY = { 'content-type': 'application/json' };

const text = (n: number, words: number) =>
  Array.from({ length: words }, (_, k) => WORDS[(n * 7 + k * k + k) % WORDS.length]).join(' ');

async function seed(dataDir: string): Promise<void> {
  const { conversations, close } = sqliteStore({ dataDir, synchronous: 'NORMAL' });
  if (!(await conversations.load(LONG_SESSION))) {
    await fill(conversations, week({ conversations: CONVERSATIONS, days: 7, seed: 1, nowMs: Date.now() }));
    await longConversation(conversations, LONG_SESSION);
  }
  await close();
}

async function longConversation(
  conversations: ReturnType<typeof sqliteStore>['conversations'],
  sessionId: string,
): Promise<void> {
  const at = new Date().toISOString();
  let session = startSession(sessionId, at);
  const messages: Message[] = [];
  for (let n = 0; n < LONG; n++) {
    const role = n % 2 === 0 ? 'visitor' : 'assistant';
    const next = append(session, { id: randomUUID(), role, content: text(n, 40) }, at);
    session = next.session;
    messages.push(next.message);
  }
  await conversations.commit({ session, expected: 'absent', append: messages });
}

/** Runs a piece of work, and prints the delays of the loop during it. */
async function watch(name: string, server: MeasuredServer, work: () => Promise<unknown>): Promise<void> {
  await server.delays();
  await work();
  const { p999Ms, worstMs, worstCpuMs } = await server.delays();
  const isOver = worstCpuMs > AIM_MS ? '  OVER' : '';
  figure(
    name,
    `p99.9 ${p999Ms.toFixed(1)}  worst ${worstMs.toFixed(1)} ms; worst CPU ${worstCpuMs.toFixed(1)} ms${isOver}`,
  );
}

async function read(url: string, method = 'GET', body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: JSON_BODY,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`);
  if (answer.headers.get('content-type')?.startsWith('application/json')) return await answer.json();
  await answer.body?.pipeTo(new WritableStream());
  return undefined;
}

/** Reads no more than some megabytes of a download. */
async function readStart(url: string, megabytes: number): Promise<void> {
  const answer = await fetch(url);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > megabytes * 1e6) break;
  }
}

/** An assistant’s documents, and a question to it. */
async function documents(api: string): Promise<void> {
  const { assistant } = (await read(`${api}/assistants`, 'POST', {
    name: 'Mia',
    instructions: 'You are Mia.',
    knowledge: { kind: 'documents' },
    isDefault: true,
  })) as { assistant: { id: string } };
  for (let n = 0; n < 20; n++) {
    const sections = Array.from({ length: 60 }, (_, k) => `## Part ${n} ${k}\n\n${text(n * 60 + k, 100)}`);
    const markdown = `# Document ${n}\n\n${sections.join('\n\n')}`.slice(0, 55_000);
    await read(`${api}/assistants/${assistant.id}/documents/part-${n}.md`, 'PUT', { markdown });
  }
  await read(`${api}/chat`, 'POST', { message: 'What of the refund?' });
}

async function embedded(dataDir: string): Promise<void> {
  await seed(dataDir);
  const server = await startServer('product', { DATA_DIR: dataDir });
  const api = `${server.origin}/api`;
  const chat = (seconds: number) =>
    post(`${api}/chat`, { message: 'How do I put the chat on my website?' }, { connections: 10, seconds });
  await chat(1);
  await watch('nothing', server, () => new Promise((resolve) => setTimeout(resolve, 3_000)));
  await watch('chat, 10 at once', server, () => chat(5));
  for (const q of ['refund', 'refund order nowhere', 'der die', 'zeppelin', 'a']) {
    await watch(`search for “${q}”`, server, () => read(`${api}/sessions/search?q=${encodeURIComponent(q)}`));
  }
  await watch('dashboard', server, async () => {
    for (const path of [
      'overview?window=7d',
      'sessions?limit=200',
      'sessions?sortBy=cost&window=24h',
      'cost',
    ]) {
      await read(`${api}/${path}`);
    }
  });
  await watch('messages of 5 000', server, () => read(`${api}/messages?sessionId=${LONG_SESSION}`));
  await watch('transcript of 5 000', server, () => read(`${api}/sessions/${LONG_SESSION}/transcript`));
  await watch('export, the first 50 MB', server, () => readStart(`${api}/sessions/export.ndjson`, 50));
  await watch('closed-chats report', server, () => read(`${api}/reports/closed-chats?limit=200`));
  await watch('closed-chats file', server, () => read(`${api}/reports/closed-chats?format=csv`));
  await watch('documents', server, () => documents(api));
  await watch('deletion of 5 000', server, () => read(`${api}/sessions/${LONG_SESSION}`, 'DELETE'));
  await watch('key rotation', server, () => read(`${api}/ops/rotate-key`, 'POST'));
  await server.stop();
}

/** The built runtime in the simulated host, while a thread of it loads the SDK of its telemetry. */
async function telemetry(): Promise<void> {
  const cloud = await startCloud();
  const server = await startServer('functions-host', {
    ...cloud.settings,
    ...cloud.worker,
    ENTRY: join(import.meta.dirname, '../dist/runtime.js'),
  });
  const chat = () => send(`${server.origin}/api/health`, { connections: 1, calls: 200 });
  // An instance that is asked starts, and loads the SDKs of the first chat; telemetry waits for idle time.
  const startedAtMs = Date.now();
  while (Date.now() - startedAtMs < 3_000) await chat();
  await watch('telemetry, loaded while it is asked', server, async () => {
    await chat();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await chat();
  });
  await watch('telemetry, loaded', server, chat);
  await server.stop();
  await cloud.close();
}

const kept = process.env['DATA'];
const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'bench-'));
try {
  await embedded(dataDir);
  await telemetry();
} finally {
  if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
}
