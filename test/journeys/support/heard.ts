import { codeOf } from '../../../sim/contract-errors.ts';
import type { Round } from '../../../sim/rounds.ts';
import type { RefusedResponse } from '../../../sim/traffic.ts';

/** A round in which no message or file was lost or doubled, no gate opened, and everything recovered. */
export const HARMLESS = { lostOrDoubled: [], opened: 0, wrong: [], broken: 0 };

/**
 * Milliseconds in which a request may use up its time on the fast clock: such a request names the component
 * that it asked last, also where another one made it wait.
 */
const OUT_OF_TIME_MS = 1_000;

/**
 * The codes that writers and readers heard where the time was not up. Concurrent requests share reads: when
 * the time of one is up, the others hear its code at the same moment. Codes of the failing components, in
 * `failing`, are never left out for that.
 */
export function heard(
  { refused: { writers, readers } }: Round,
  failing: readonly string[],
): Record<keyof Round['refused'], string[]> {
  const isLate = ({ tookMs }: RefusedResponse) => tookMs >= OUT_OF_TIME_MS;
  const late = new Set([...writers, ...readers].filter(isLate).map(codeOf));
  const inTime = (refused: readonly RefusedResponse[]) =>
    refused
      .filter((one) => !isLate(one))
      .map(codeOf)
      .filter((code) => failing.includes(code) || !late.has(code));
  return { writers: inTime(writers), readers: inTime(readers) };
}
