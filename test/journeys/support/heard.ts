import { codeOf } from '../../../sim/contract-errors.ts';
import { SPEED } from '../../../sim/faulty-cloud.ts';
import type { Round } from '../../../sim/rounds.ts';

/** A round in which no message or file was lost or doubled, no gate opened, and everything recovered. */
export const HARMLESS = { lostOrDoubled: [], opened: 0, wrong: [], broken: 0 };

/**
 * The shortest time-out of an operation, in milliseconds of the machine: a counter has 1 s, and the clock of
 * the service runs faster. A refusal that took longer may be of any component, if the machine was too busy.
 */
const OUT_OF_TIME_MS = 1_000 / SPEED;

/** The codes that writers and readers heard where the time was not up. */
export function heard({ refused }: Round): Record<keyof Round['refused'], string[]> {
  const inTime = (of: Round['refused'][keyof Round['refused']]) =>
    of.filter(({ tookMs }) => tookMs < OUT_OF_TIME_MS).map(codeOf);
  return { writers: inTime(refused.writers), readers: inTime(refused.readers) };
}
