import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { bearer } from '../test/support/clients/admin.ts';
import { traffic, type Traffic, type TrafficOptions } from './traffic.ts';

/** Time-out of the first messages, in milliseconds, because their code is loaded first. */
const WARM_UP_MS = 30_000;
const PAUSE_MS = 50;

/**
 * The clients of a deployment under faults: a visitor with the assistant, another in two tabs, one with an
 * agent, and one who sends files.
 */
export async function startPeople(options: TrafficOptions): Promise<Traffic> {
  const people = traffic(options);
  const claimed = randomUUID();
  const shared = randomUUID();
  for (const sessionId of [randomUUID(), shared, shared]) people.visitor(sessionId);
  people.sender();
  const visitor = people.visitor(claimed);
  await waitFor('The first message was not answered.', () => visitor.send());
  await waitFor('The first claim was refused.', async () => {
    const claim = await fetch(`${options.origin()}/api/agent/sessions/${claimed}/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(await options.token()) },
      body: '{}',
    });
    return claim.ok;
  });
  people.agent(claimed);
  people.refused.length = 0;
  people.broken = 0;
  return people;
}

async function waitFor(problem: string, holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + WARM_UP_MS;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(problem);
    await delay(PAUSE_MS);
  }
}
