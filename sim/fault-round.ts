import { expect } from 'vitest';
import { tryAuthorized, tryGates } from './callers.ts';
import { againstTheContract, codeOf } from './contract-errors.ts';
import type { Faults } from './faults.ts';
import type { FaultyCloud } from './faulty-cloud.ts';
import { PATIENCE_MS } from '../test/support/vitest/patience.ts';
import type { Refused } from './traffic.ts';

/** Longer than every cache, cool-down, circuit and lease. */
export const AFTERWARDS_MS = 120_000;
/**
 * Milliseconds in which a request may use up its time on the fast clock: such a request names the component
 * that it asked last, also where another one made it wait.
 */
const OUT_OF_TIME_MS = 1_000;
/** How long it may take until all is well again. */
export const SOON = { timeout: PATIENCE_MS };

/**
 * Injects faults at the same time during traffic, and ends them. Checks that no message or file was lost or
 * duplicated, that no access rule was bypassed, that every error was documented, and that everything recovers
 * without a restart. Returns the error codes that occurred before the time was up.
 */
export async function playFault(
  world: FaultyCloud,
  faults: Faults,
): Promise<{ writers: string[]; others: string[] }> {
  const { traffic, clock } = world;
  traffic.refused.length = 0;
  for (const [component, fault] of faults) await world.fail(component, fault);
  const [gates, looks] = await Promise.all([
    tryGates(world),
    tryAuthorized(world),
    ...traffic.writers.map((writer) => writer.say()),
  ]);
  for (const [component] of faults) await world.fail(component, undefined);
  clock.advance(AFTERWARDS_MS);

  expect(gates.opened).toEqual([]);
  await Promise.all(traffic.writers.map((one) => expect.poll(() => one.say(), SOON).toBe(true)));
  await expect.poll(async () => (await tryAuthorized(world)).map(codeOf), SOON).toEqual([]);
  expect(await traffic.audit()).toEqual([]);
  expect(traffic.broken).toBe(0);
  expect([...traffic.refused, ...looks, ...gates.refused].flatMap(againstTheContract)).toEqual([]);
  return { writers: answered(traffic.refused).map(codeOf), others: answered(looks).map(codeOf) };
}

const answered = (refused: readonly Refused[]) => refused.filter(({ tookMs }) => tookMs < OUT_OF_TIME_MS);
