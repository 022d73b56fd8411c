/** One line of a result: a ratio that holds on any machine, beside the raw numbers of this one. */
export function ratio(name: string, value: number, aim: string, detail: string): void {
  process.stdout.write(
    `${name.padEnd(44)} ${value.toFixed(2).padStart(7)} ×   aim ${aim.padEnd(10)} ${detail}\n`,
  );
}

export function figure(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(44)} ${text}\n`);
}

/** The value below which a share of the samples lies; `share` from 0 to 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
