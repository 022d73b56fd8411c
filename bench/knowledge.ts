import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { knowledgeIndex } from '../src/adapters/knowledge/knowledge-index.ts';
import { threadParser } from '../src/adapters/knowledge/markdown-thread.ts';
import { systemClock } from '../src/adapters/system/node.ts';
import { manyDocuments, manyQuestions } from './support/many-documents.ts';
import { plainBm25 } from './support/plain-bm25.ts';
import { figure, quantile, ratio } from './support/report.ts';

// The index of the largest knowledge of an assistant: 1 000 documents, 10 000 sections, 20 MB of text. How
// long building the index blocks the event loop, how long a search takes, and the heap after a full
// collection, compared with plain BM25 over the same texts. Blocking is the CPU time of the loop's thread in
// one turn, which other processes do not change; turns with garbage collection are listed separately.
const DOCUMENTS = 1000;
const CHARACTERS = 1940;
const QUESTIONS = 400;
const MOST_BLOCKED_MS = 10;
const MOST_SEARCH_MS = 15;
const MOST_MEGABYTES = 150;

const threadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

function heapMegabytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

interface Turn {
  startMs: number;
  endMs: number;
  cpuMs: number;
}

/** Runs work, and measures the turns of the event loop of a millisecond and more by the CPU time of each. */
async function watched(work: () => Promise<unknown>): Promise<{ steps: number[]; collecting: number[] }> {
  const turns: Turn[] = [];
  const collections: { startMs: number; endMs: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      collections.push({ startMs: startTime, endMs: startTime + duration });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  let isOver = false;
  let usedMs = threadMs();
  let startMs = performance.now();
  const tick = () => {
    const nowMs = threadMs();
    const endMs = performance.now();
    if (nowMs - usedMs >= 1) turns.push({ startMs, endMs, cpuMs: nowMs - usedMs });
    [usedMs, startMs] = [nowMs, endMs];
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isOver = true;
  await new Promise(setImmediate);
  observer.disconnect();
  const hasCollection = (turn: Turn) =>
    collections.some(({ startMs: from, endMs: to }) => from < turn.endMs && to > turn.startMs);
  const [collecting, steps] = [true, false].map((wanted) =>
    turns.filter((turn) => hasCollection(turn) === wanted).map(({ cpuMs }) => cpuMs),
  );
  return { steps: steps ?? [], collecting: collecting ?? [] };
}

async function timesOf(
  questions: readonly string[],
  search: (question: string) => unknown,
): Promise<number[]> {
  const times: number[] = [];
  for (const question of questions) {
    const startedMs = threadMs();
    await search(question);
    times.push(threadMs() - startedMs);
  }
  return times;
}

const documents = manyDocuments(DOCUMENTS, CHARACTERS);
const questions = manyQuestions(QUESTIONS);
const megabytes = documents.reduce((sum, { markdown }) => sum + markdown.length, 0) / 1e6;
const worker = pathToFileURL(join(import.meta.dirname, '../dist/markdown-worker.js'));
const parse = threadParser({ worker, clock: systemClock(0) });
const isOver = (value: number, most: number) => (value > most ? '  OVER' : '');

// The modules are loaded before, as a build for the cloud has them in one file.
await knowledgeIndex(() => Promise.resolve(documents.slice(0, 3)), undefined, parse).answer(['price']);
const before = heapMegabytes();
const startedMs = performance.now();
const index = knowledgeIndex(() => Promise.resolve(documents), undefined, parse);
const { steps, collecting } = await watched(() => index.find(['price'], 3));
const builtMs = performance.now() - startedMs;
const sections = (await index.whole(Number.POSITIVE_INFINITY)) ?? [];
const worstMs = Math.max(...steps);
figure(
  `${documents.length} documents, ${sections.length} sections, ${megabytes.toFixed(1)} MB`,
  `built in ${(builtMs / 1000).toFixed(1)} s`,
);
figure(
  'building blocks the event loop',
  `worst ${worstMs.toFixed(1)} ms, p99 ${quantile(steps, 0.99).toFixed(1)} ms (aim ${MOST_BLOCKED_MS} ms)${isOver(worstMs, MOST_BLOCKED_MS)}; with garbage collected worst ${Math.max(...collecting).toFixed(1)}, p99 ${quantile(collecting, 0.99).toFixed(1)} ms`,
);
const held = heapMegabytes() - before;

await timesOf(questions.slice(0, 100), (question) => index.answer([question]));
const own = await timesOf(questions.slice(100), (question) => index.answer([question]));
const plain = plainBm25(sections.map(({ title, path, markdown }) => [...path, title, markdown].join('\n')));
await timesOf(questions.slice(0, 20), plain);
const floor = await timesOf(questions.slice(100), plain);
const p99 = quantile(own, 0.99);
ratio(
  'a search, p99 of plain BM25',
  p99 / quantile(floor, 0.99),
  `${MOST_SEARCH_MS} ms`,
  `median ${quantile(own, 0.5).toFixed(1)}, p99 ${p99.toFixed(1)}, worst ${Math.max(...own).toFixed(1)} ms${isOver(p99, MOST_SEARCH_MS)}; plain BM25 ${quantile(floor, 0.5).toFixed(1)}, p99 ${quantile(floor, 0.99).toFixed(1)} ms`,
);
ratio(
  'memory, of the text',
  held / megabytes,
  `${MOST_MEGABYTES} MB`,
  `${held.toFixed(0)} MB beside the documents of ${megabytes.toFixed(0)} MB${isOver(held, MOST_MEGABYTES)}`,
);
