import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPONENTS, FAULTS } from './faults.ts';
import type { Deployment } from './deployment.ts';

/** A fault that is injected while clients send requests. */
export interface Harm {
  name: string;
  /** Runs for about this many milliseconds; resolves when the fault has ended. */
  happen(deployment: Deployment, durationMs: number, next: () => number): Promise<unknown>;
}

const failures: Harm[] = COMPONENTS.flatMap((component) =>
  FAULTS.map((fault) => ({
    name: `${component} ${fault}`,
    async happen(deployment, durationMs) {
      await deployment.fail(component, fault);
      await delay(durationMs);
      await deployment.fail(component, undefined);
    },
  })),
);

const killed: Harm = {
  name: 'an instance is killed',
  async happen(deployment, durationMs, next) {
    await delay(next() * durationMs);
    await deployment.kill(Math.floor(next() * deployment.instances.length));
  },
};

/** A cold instance without a database: its first responses must be errors, within `answerMs` milliseconds. */
const cold = (answerMs: number): Harm => ({
  name: 'an instance starts without the database',
  async happen(deployment, _durationMs, next) {
    await deployment.fail('cosmos', next() < 0.5 ? 'silent' : 'gone');
    await deployment.kill(0);
    const origin = deployment.instances[0]?.origin ?? '';
    const headers = { 'content-type': 'application/json' };
    const started = performance.now();
    await Promise.all([
      answered(`${origin}/api/health`, {}),
      answered(`${origin}/api/chat`, headers, Buffer.from('{"message":"Hello"}')),
    ]);
    const tookMs = performance.now() - started;
    await deployment.fail('cosmos', undefined);
    if (tookMs > answerMs) throw new Error(`The first answers took ${Math.round(tookMs)} ms.`);
  },
});

/**
 * Requests whose HTTP half reaches the worker incomplete or not at all (docs/adr, what the Functions host
 * does to a request).
 */
const lost: Harm = {
  name: 'requests are lost in the host',
  async happen({ instances }, durationMs) {
    const headers = [
      { 'user-agent': 'Zürich-Bot' },
      { expect: 'bogus' },
      { cookie: `long=${'x'.repeat(30_000)}` },
    ];
    const sends = instances.flatMap(({ origin }) =>
      headers.flatMap((one) => Array.from({ length: 10 }, () => answered(`${origin}/api/health`, one))),
    );
    await Promise.all([...sends, delay(durationMs)]);
  },
};

/** Uploads beyond the host's limit, with a known length and chunked. */
const large: Harm = {
  name: 'uploads are too large',
  async happen({ instances }, durationMs) {
    const body = Buffer.alloc(2 * 1024 * 1024, 0x20);
    const sends = instances.flatMap(({ origin }) =>
      [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }].map((one) =>
        answered(`${origin}/api/chat`, { 'content-type': 'application/json', ...one }, body),
      ),
    );
    await Promise.all([...sends, delay(durationMs)]);
  },
};

/** Resolves when a request has a response or breaks; its content does not matter. */
function answered(url: string, headers: Record<string, string>, body?: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { method: body ? 'POST' : 'GET', headers, agent: false }, (response) => {
      response.resume().on('close', resolve);
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
}

/**
 * A number of faults, each kind equally often, in an order given by the seed. `coldAnswerMs` is the longest
 * wait for a cold instance's first response while the database is down.
 */
export function harmsOf(rounds: number, next: () => number, coldAnswerMs: number): Harm[] {
  const coldStart = cold(coldAnswerMs);
  const kinds = [...failures, killed, killed, killed, coldStart, coldStart, lost, lost, large, large];
  const drawn: Harm[] = [];
  while (drawn.length < rounds) {
    drawn.push(
      ...kinds
        .map((harm) => ({ harm, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ harm }) => harm),
    );
  }
  return drawn.slice(0, rounds);
}
