import { keep } from './last-run.ts';

/** One line of a result: a machine-independent ratio, followed by the raw numbers of this machine. */
export function ratio(name: string, value: number, aim: string, detail: string): void {
  keep(name, value);
  process.stdout.write(
    `${name.padEnd(44)} ${value.toFixed(2).padStart(7)} ×   aim ${aim.padEnd(10)} ${detail}\n`,
  );
}

/** One line of a result that is not a ratio. */
export function figure(name: string, text: string): void {
  keep(name, text);
  process.stdout.write(`${name.padEnd(44)} ${text}\n`);
}

/** A quantile of the samples; `share` from 0 to 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
