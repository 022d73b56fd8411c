import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'chat-widget-tests-';
const ENOUGH_BYTES = 2 ** 31;

/**
 * One temporary folder for everything that a run writes, removed afterwards. It is in memory if possible,
 * because the store waits for the disk after each message, and tests write tens of thousands.
 */
export default function temporaryFolder(): (() => void) | undefined {
  // Vitest runs the set-up for each project. The first one creates the folder.
  if (process.env['TMPDIR']?.includes(PREFIX)) return undefined;
  const folder = mkdtempSync(join(hasMemoryFolder() ? MEMORY : tmpdir(), PREFIX));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasMemoryFolder(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}
