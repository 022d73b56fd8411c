import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../scripts/seed/fill.ts';
import { week } from '../scripts/seed/week.ts';
import { openCosmos } from '../test/support/stores/cosmos-store.ts';
import { grownFile } from './support/grown-file.ts';
import { keep } from './support/last-run.ts';
import { storeOperations } from './support/store-operations.ts';

// The cost of each operation as the number of conversations grows: CPU time on the embedded store, and
// request units by the cloud's documented charges, in one physical partition. Prints the table of
// docs/performance.md.
const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000];
/** A store that would take longer to write is left out, in seconds. */
const PATIENCE_S = Number(process.env['PATIENCE_S'] ?? 300);
const IN_THE_CLOUD = 200;

interface Point {
  times: Record<string, number>;
  rssBytes: number;
}

async function measured(dataDir: string): Promise<Point> {
  const script = join(import.meta.dirname, 'servers/growth-point.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [point] = (await once(child, 'message')) as [Point];
  await once(child, 'close');
  return point;
}

/** Undefined where the store could not be written in time. */
async function pointOf(size: number, secondsEach: number): Promise<{ point?: Point; seconds: number }> {
  if (size * secondsEach > PATIENCE_S) return { seconds: 0 };
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const startedAt = performance.now();
    await grownFile(dataDir, size);
    const seconds = (performance.now() - startedAt) / 1000;
    return { point: await measured(dataDir), seconds };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function requestUnits(): Promise<Map<string, number>> {
  const cosmos = await openCosmos();
  cosmos.server.replicas.lagMs = () => 0;
  await fill(cosmos.store, week({ conversations: IN_THE_CLOUD, days: 7, seed: 1, nowMs: Date.now() }));
  const units = new Map<string, number>();
  for (const [name, run] of storeOperations(cosmos.store)) {
    await run();
    const before = cosmos.server.requests.length;
    await run();
    const asked = cosmos.server.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
    units.set(
      name,
      asked.reduce((sum, { charge }) => sum + charge, 0),
    );
  }
  await cosmos.close();
  return units;
}

const number = (value: number) => value.toLocaleString('en').replaceAll(',', ' ');
const row = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

const points: Point[] = [];
let secondsEach = 0;
for (const size of SIZES) {
  const { point, seconds } = await pointOf(size, secondsEach);
  if (!point) {
    process.stdout.write(
      `${number(size)} conversations: left out, writing them would take ${(size * secondsEach).toFixed(0)} s.\n`,
    );
    break;
  }
  secondsEach = seconds / size;
  points.push(point);
}
const units = await requestUnits();
const [smallest] = points;
row(['operation', ...SIZES.slice(0, points.length).map(number), 'last to first', 'request units']);
row(Array.from({ length: points.length + 3 }, () => '---'));
for (const name of Object.keys(smallest?.times ?? {})) {
  const times = points.map(({ times: of }) => of[name] ?? Number.NaN);
  const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
  const cells = times.map((ms) => `${ms.toFixed(2)} ms`);
  keep(`${name}: last to first`, growth);
  row([name, ...cells, `${growth.toFixed(1)} ×`, (units.get(name) ?? Number.NaN).toFixed(1)]);
}
row([
  'memory of the process',
  ...points.map(({ rssBytes }) => `${(rssBytes / 2 ** 20).toFixed(0)} MB`),
  '',
  '',
]);
