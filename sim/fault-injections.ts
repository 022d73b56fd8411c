import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPONENTS, FAULTS, type Faults } from './faults.ts';
import type { Deployment } from './deployment.ts';

/** A fault that is injected while clients send requests. */
interface FaultInjection {
  name: string;
  /** Injects the fault for about `durationMs` milliseconds. Resolves when it has ended. */
  inject(deployment: Deployment, durationMs: number, next: () => number): Promise<unknown>;
}

/** How much longer a brown-out lasts than other faults, so that responses arrive during it. */
const BROWN_OUT_FACTOR = 3;
/** The number of faults in which two components fail together. */
const DOUBLE_FAULTS = 16;

const failing = (faults: Faults): FaultInjection => ({
  name: faults.map((one) => one.join(' ')).join(', '),
  async inject(deployment, durationMs) {
    for (const [component, fault] of faults) await deployment.fail(component, fault);
    await delay(faults.some(([, fault]) => fault === 'brown') ? BROWN_OUT_FACTOR * durationMs : durationMs);
    for (const [component] of faults) await deployment.fail(component, undefined);
  },
});

const failures = COMPONENTS.flatMap((component) => FAULTS.map((fault) => failing([[component, fault]])));

/** Two different components that fail together, with different faults. */
function double(next: () => number): FaultInjection {
  const fault = () => FAULTS[Math.floor(next() * FAULTS.length)] ?? 'gone';
  const first = Math.floor(next() * COMPONENTS.length);
  const second = (first + 1 + Math.floor(next() * (COMPONENTS.length - 1))) % COMPONENTS.length;
  return failing([first, second].map((at) => [COMPONENTS[at] ?? 'cosmos', fault()] as const));
}

const killInstance: FaultInjection = {
  name: 'an instance is killed',
  async inject(deployment, durationMs, next) {
    await delay(next() * durationMs);
    await deployment.kill(Math.floor(next() * deployment.instances.length));
  },
};

/** A cold instance without a database: its first responses must be errors, within `answerMs` milliseconds. */
const coldInstance = (answerMs: number): FaultInjection => ({
  name: 'an instance starts without the database',
  async inject(deployment, _durationMs, next) {
    await deployment.fail('cosmos', next() < 0.5 ? 'silent' : 'gone');
    await deployment.kill(0);
    const origin = deployment.instances[0]?.origin ?? '';
    const headers = { 'content-type': 'application/json' };
    const started = performance.now();
    await Promise.all([
      settled(`${origin}/api/health`, {}),
      settled(`${origin}/api/chat`, headers, Buffer.from('{"message":"Hello"}')),
    ]);
    const tookMs = performance.now() - started;
    await deployment.fail('cosmos', undefined);
    if (tookMs > answerMs) throw new Error(`The first answers took ${Math.round(tookMs)} ms.`);
  },
});

/**
 * Requests whose HTTP part reaches the worker incomplete or not at all (docs/adr, what the Functions host
 * does to a request).
 */
const lostRequests: FaultInjection = {
  name: 'requests are lost in the host',
  async inject({ instances }, durationMs) {
    const headers = [
      { 'user-agent': 'Zürich-Bot' },
      { expect: 'bogus' },
      { cookie: `long=${'x'.repeat(30_000)}` },
    ];
    const sends = instances.flatMap(({ origin }) =>
      headers.flatMap((one) => Array.from({ length: 10 }, () => settled(`${origin}/api/health`, one))),
    );
    await Promise.all([...sends, delay(durationMs)]);
  },
};

/** Uploads beyond the host's limit, with a known length and chunked. */
const largeUploads: FaultInjection = {
  name: 'uploads are too large',
  async inject({ instances }, durationMs) {
    const body = Buffer.alloc(2 * 1024 * 1024, 0x20);
    const sends = instances.flatMap(({ origin }) =>
      [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }].map((one) =>
        settled(`${origin}/api/chat`, { 'content-type': 'application/json', ...one }, body),
      ),
    );
    await Promise.all([...sends, delay(durationMs)]);
  },
};

/** Resolves when a request has a response or breaks. */
function settled(url: string, headers: Record<string, string>, body?: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { method: body ? 'POST' : 'GET', headers, agent: false }, (response) => {
      response.resume().on('close', resolve);
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
}

/**
 * Faults with equal numbers of each kind, in an order that the seed determines. `coldAnswerMs` is the longest
 * wait for a cold instance's first response while the database is down.
 */
export function faultSchedule(rounds: number, next: () => number, coldAnswerMs: number): FaultInjection[] {
  const coldStart = coldInstance(coldAnswerMs);
  const doubles = Array.from({ length: DOUBLE_FAULTS }, () => double(next));
  const kinds = [
    ...failures,
    ...doubles,
    killInstance,
    killInstance,
    killInstance,
    coldStart,
    coldStart,
    lostRequests,
    lostRequests,
    largeUploads,
    largeUploads,
  ];
  const drawn: FaultInjection[] = [];
  while (drawn.length < rounds) {
    drawn.push(
      ...kinds
        .map((injection) => ({ injection, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ injection }) => injection),
    );
  }
  return drawn.slice(0, rounds);
}
