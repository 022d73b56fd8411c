import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud } from '../fakes/cloud.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { seededRandom } from '../support/ports/random.ts';
import { contractViolations } from '../../sim/contract-errors.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startProcess, type ServiceProcess } from '../support/service/process.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { startPeople } from '../../sim/people.ts';
import type { Writer } from '../../sim/writer.ts';

const SEED = 20_261_121;
const KILLS = 6;
/** How long an instance lives at most once both are up, in milliseconds. */
const LIFE_MS = 400;
/**
 * How long a client waits for an answer. A killed instance's answer comes from another one only when its
 * lease has ended.
 */
const PATIENCE_MS = 5_000;

const instances: ServiceProcess[] = [];

const cloud = sharedFixture(() => startCloud());
const issuer = sharedFixture(() => startTokenIssuer());
beforeAll(async () => {
  instances.push(...(await Promise.all([start(), start()])));
});
afterAll(async () => {
  for (const instance of instances) instance.signal('SIGTERM');
  await Promise.all(instances.map(({ ended }) => ended));
});

/** One more instance of the product, in a separate process, on the shared cloud. */
function start(): Promise<ServiceProcess> {
  return startProcess({
    ...cloud.settings,
    ...cloud.worker,
    ATTACHMENTS: 'true',
    ATTACHMENTS_PER_DAY: '1000000',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
    RATE_LIMIT_IP_READS_PER_MINUTE: '1000000',
    ...issuer.settings,
  });
}

test('no acknowledged message is lost or duplicated when two instances are killed at any moment and restarted', async () => {
  const next = seededRandom(SEED);
  const people = await startPeople({
    origin: () => instances[Math.floor(next() * instances.length)]?.origin ?? '',
    token: () => issuer.token(),
    patienceMs: PATIENCE_MS,
  });
  let killing = true;
  let answered = 0;
  const write = async (writer: Writer) => {
    while (killing) {
      if (await writer.send()) answered++;
      else if (!(await writer.send())) writer.abandon();
    }
  };
  const writing = people.writers.map(write);
  for (let killed = 0; killed < KILLS; killed++) {
    await realClock.sleep(next() * LIFE_MS);
    const victim = Math.floor(next() * instances.length);
    instances[victim]?.signal('SIGKILL');
    expect(await instances[victim]?.ended).toBe('SIGKILL');
    instances[victim] = await start();
    // However slow the machine is, each life of an instance answers someone.
    const before = answered;
    await expect.poll(() => answered).toBeGreaterThan(before);
  }
  killing = false;
  await Promise.all(writing);

  for (const writer of people.writers) {
    writer.abandon();
    await expect.poll(() => writer.send()).toBe(true);
  }
  // Another instance may briefly show outdated messages (docs/adr/0009): only those that stay missing are
  // lost.
  await expect.poll(() => people.audit()).toEqual([]);
  expect(people.refused.flatMap(contractViolations)).toEqual([]);
  expect(people.broken).toBeGreaterThan(0);
  // Six starts of an instance, which take as long as the machine lets them.
}, 600_000);
