import { codeOf } from '../../../sim/contract-errors.ts';
import type { Round } from '../../../sim/rounds.ts';

/** A round in which no message or file was lost or doubled, no gate opened, and everything recovered. */
export const HARMLESS = { lostOrDoubled: [], opened: 0, wrong: [], broken: 0 };

/**
 * Milliseconds in which a request may use up its time on the fast clock: such a request names the component
 * that it asked last, also where another one made it wait.
 */
const OUT_OF_TIME_MS = 1_000;

/** The codes that writers and readers heard where the time was not up. */
export function heard({ refused }: Round): Record<keyof Round['refused'], string[]> {
  const inTime = (of: Round['refused'][keyof Round['refused']]) =>
    of.filter(({ tookMs }) => tookMs < OUT_OF_TIME_MS).map(codeOf);
  return { writers: inTime(refused.writers), readers: inTime(refused.readers) };
}
