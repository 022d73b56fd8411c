import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder, and how to get rid of it. */
export async function dataFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-widget-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
