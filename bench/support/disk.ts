import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from './report.ts';

const ROUNDS = 200;
/** A page of the write-ahead log. */
const PAGE = Buffer.alloc(4096);

/** How long a write of one page takes until it is on the disk of the temporary folder: p50 and p99. */
export function syncTimes(): { p50Ms: number; p99Ms: number } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = openSync(join(folder, 'log'), 'w');
  const samples = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    writeSync(file, PAGE);
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return { p50Ms: quantile(samples, 0.5), p99Ms: quantile(samples, 0.99) };
}
